import type { Page, Post } from '@cobble/engine';
import type { FontLookup } from '@cobble/engine/fonts';
import type { ImageVariantsLookup } from '../../images/ImageVariants.ts';
import type { Notify } from './Notify.ts';

/**
 * An image as it was stored. A URL or size that pages cannot contain is treated as a failed upload,
 * and reported to the window.
 */
export interface UploadedImage {
  /** A path under `/assets/`, or an absolute `http(s)` URL: no `data:`, `blob:` or other path. */
  readonly url: string;
  /** Size in px: whole numbers from 1 to 20,000. */
  readonly width: number;
  readonly height: number;
}

/** Stores images that users choose, drop or paste. */
export interface UploadService {
  /** The largest file allowed, in megabytes of 1024 × 1024 bytes. */
  readonly maxMb: number;
  /**
   * Stores one image.
   *
   * @param options.onProgress receives the fraction sent, 0 to 1
   * @param options.signal aborts when another image replaces this one; the result is then ignored.
   *   An upload goes on when the component unmounts, since the editor may be shown again.
   * @throws ServiceError whose message is shown to the user; with the code `unreachable`, the upload
   *   is retried
   */
  upload(
    file: File,
    options: { readonly onProgress: (fraction: number) => void; readonly signal: AbortSignal },
  ): Promise<UploadedImage>;
}

/** Publishes the page, and loads the newest one after a conflict. */
export interface PublishingService {
  /** False: the page has never been published, so Publish is enabled without a change. */
  readonly isPublished?: boolean | undefined;
  /**
   * The page as it is published, if it is known and the editor's page differs from it: the editor
   * then knows when all changes were undone, also those of others. Read when the component mounts
   * for the first time with its editor.
   */
  readonly publishedPage?: Page | null | undefined;
  /** The address at which visitors find the page; null or undefined: it has none. */
  publicUrl(page: Pick<Page, 'site' | 'slug'>): string | null | undefined;
  /**
   * Stores and publishes the page.
   *
   * @param baseRevision the revision that the changes were made on; in a room, the seq at which the
   *   room has this page, which the server publishes from the room
   * @returns the fields that the server set
   * @throws ServiceError with code `conflict` when a newer revision is stored (in a room: published);
   *   its message is shown to the user for any other code
   */
  publish(page: Page, baseRevision: number): Promise<Pick<Page, 'revision' | 'updatedAt'>>;
  /**
   * Loads the newest stored page, to resolve a conflict. Not called in a room.
   *
   * @throws ServiceError whose message is shown to the user
   */
  loadLatest(page: Page): Promise<{ readonly page: Page; readonly hasPublishableChanges: boolean }>;
}

/** A page rendered for the preview. */
export interface PreviewDocument {
  /** A whole HTML document. */
  readonly html: string;
  /**
   * The frame's `sandbox` attribute; default: no scripts, and links open in new tabs. Without
   * `allow-same-origin` the frame loads fonts only from a server that allows it (CORS).
   */
  readonly sandbox?: string | undefined;
}

/**
 * Renders the page as visitors get it. Calls `show` once it is ready, and again whenever the result
 * changes (an image has loaded), until the returned function is called.
 */
export type PreviewService = (
  page: Page,
  options: { readonly safeMode: boolean; readonly canEdit: boolean },
  show: (document: PreviewDocument) => void,
) => () => void;

/** Font files and what the user's plan includes. */
export interface FontService {
  /**
   * Which files a family has at `fontBaseUrl`; default: all of `BUNDLED_FONTS`. Families without
   * files are not offered. `createFontLookup` of `@cobble/engine/fonts` makes one from a function
   * that says whether a family has files.
   */
  readonly lookUp?: FontLookup | undefined;
  /** Whether premium families can be chosen; default true. */
  readonly hasPremium?: boolean | undefined;
  /** Called when the font list opens: more families may be available by now. */
  readonly refresh?: (() => void) | undefined;
}

/** Settings of the user that outlive the page. */
export interface PreferenceService {
  readonly advancedMode: boolean;
  setAdvancedMode(isOn: boolean): void;
  /** The most recently chosen fonts, newest first; the font list begins with them. */
  readonly recentFonts: readonly string[];
  setRecentFonts(names: readonly string[]): void;
}

/**
 * What a host provides to `<CobbleEditor/>`. Every service is optional, and what needs a missing one
 * is not offered: no Publish button without `publishing`, no Preview without `preview`, no Image
 * tool without `uploads`.
 *
 * The object may be an instance of a class. Each service in it is read once: pass a new object to change
 * one other than `storage`. Services may also be MobX observables: components that read them are
 * observers.
 */
export interface EditorServices {
  readonly uploads?: UploadService | undefined;
  readonly publishing?: PublishingService | undefined;
  readonly preview?: PreviewService | undefined;
  readonly fonts?: FontService | undefined;
  readonly preferences?: PreferenceService | undefined;
  /**
   * Where unpublished changes to public pages are stored in the browser, under
   * `cobble.autosave.{page id}`, and the same with `.2` to `.32` for further tabs; with a room, only
   * those that neither the room nor its client has stored. Null: the browser
   * refuses, and the user is warned; absent: they are not stored. Read when the editor mounts.
   */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null | undefined;
  /** Shows short notices; default: toasts of the editor. */
  readonly notify?: Notify | undefined;
  /** Looks up the variants of an image, for the canvas; default: originals are loaded. */
  readonly images?: ImageVariantsLookup | undefined;
  /** The posts that channel blocks show on the canvas; default: none. */
  readonly posts?: ((accountId: number) => readonly Post[]) | undefined;
  /**
   * False: nobody is signed in, so publishing is refused, and the user is told to sign in when a
   * file is dragged over the browser's window. Uploads still reach `uploads`, which may refuse
   * them. Default true.
   */
  readonly isSignedIn?: boolean | undefined;
}
