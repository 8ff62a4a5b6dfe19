import type { Editor, Kit, Page } from '@cobble/engine';
import type { SaveState } from '../live/SaveState.ts';

/**
 * How a publish ended. The user has been notified of it, unless it was refused because there is no
 * publishing service or the page is being published already. It is refused, too, while the user is
 * being asked about a text that could not be committed. In a room, it fails while the room cannot be
 * reached, and after a conflict the user can publish again.
 */
export type PublishOutcome = 'published' | 'refused' | 'conflict' | 'failed';

/**
 * What the user would lose by leaving. `changes`: what publishing saves, or, in a room, changes that
 * neither the room nor this device has stored, a text that could not be merged, or a publish that has
 * not ended. `image`: an image that is not stored yet, which publishing has to wait for, or which is
 * all there is. `text`: only a text with a problem, such as an invalid link, which publishing does not
 * save.
 */
export type UnsavedWork = 'changes' | 'image' | 'text';

/**
 * The editor around a component: what children of `<CobbleEditor/>` get from `useCobbleEditor`. The
 * public part of `EditorStore`, which is not exported. `Kits` are those of the editor, as in
 * `Editor`.
 */
export interface EditorSession<Kits extends Kit = never> {
  readonly editor: Editor<Kits>;
  /** Whether the page is being edited; false: previewed. Observable. */
  readonly isEditing: boolean;
  /**
   * Whether leaving would lose something: ask the user first.
   *
   * Without a room, these are all changes by the user since the page was loaded or published, including
   * recovered changes, edited text, strokes of a drawing, what a popup has in progress, images that are
   * not stored yet, and texts with a problem, such as invalid links. It is then false without a
   * publishing service and for users who may not publish.
   *
   * With a room, the draft is there: these are only images and texts as above, texts that could not be
   * merged until the user has dealt with them, and changes that neither the room nor this device has
   * stored. It is also true while the page is being published, which leaving may prevent. Work in
   * progress is committed to the room when the component unmounts. Observable.
   */
  readonly hasUnsavedChanges: boolean;
  /**
   * Whether the page differs from the published one, as far as the editor knows: by anyone's changes,
   * committed or not. Publishing does something. Observable.
   */
  readonly hasUnpublishedChanges: boolean;
  /** Where the user's changes are, as the save indicator says; null without a room. Observable. */
  readonly saveState: SaveState | null;
  /** What `hasUnsavedChanges` is about, for a question before the user leaves; null: false. Observable. */
  readonly unsavedWork: UnsavedWork | null;
  /**
   * Whether the page is being published. If the component unmounts meanwhile, publishing goes on, and
   * its notice appears when it ends. It fails if the room's client is closed before the room has all of
   * the user's changes. Observable.
   */
  readonly isPublishing: boolean;
  /**
   * The committed page, for hosts that also store it between publishes: images have their stored
   * addresses. Null while an image on the page has only a temporary one (during its
   * upload), which `parsePage` rejects. Observable.
   */
  readonly storablePage: Page | null;
  /** Whether the editor is asking to recover changes from an earlier visit. Observable. */
  readonly isRecovering: boolean;
  /**
   * Whether the editor is still looking for changes from an earlier visit, after which
   * `isRecovering` is known. Takes a few milliseconds, or a few seconds if the browser does not
   * respond. With a room, it also waits until the room has been joined. Observable.
   */
  readonly isSearchingCopies: boolean;
  /**
   * Whether this browser has unpublished changes to the page that are not offered, because the user
   * may not publish them: someone else stored them, or the user is not signed in any more.
   */
  hasWithheldChanges(): boolean;
  /** Where visitors find the page; null without a publishing service. */
  readonly publicUrl: string | null;
  /**
   * Commits text, drawings and what a popup has in progress, cancels other edits, publishes the page
   * and notifies the user of the result. With a room, it first waits up to 10 s until the room has all
   * of the user's changes. Does not reject.
   */
  publish(): Promise<PublishOutcome>;
  /**
   * Deletes the local copy of this editor's unpublished changes, texts that could not be merged, and
   * ends its uploads, for example when the user leaves without publishing them. What the room has
   * stays there. Does not delete changes from an earlier visit that the user is being
   * asked about.
   */
  discardChanges(): void;
}
