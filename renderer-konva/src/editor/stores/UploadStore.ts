import {
  type Block,
  type Change,
  type Editor,
  isTemporaryUrl,
  locksOf,
  type Page,
  type Point,
} from '@cobble/engine';
import {
  compareShallow,
  compareStructural,
  makeAutoObservable,
  observable,
  reaction,
  runInAction,
} from 'mobx';
import { editorMessage } from '../messages/editorMessage.ts';
import { placeAt } from '../commands/placeAt.ts';
import type { UploadedImage } from '../services/EditorServices.ts';
import type { NoticeAction } from '../services/Notify.ts';
import { type ImageChecks, readChosenImage } from '../upload/readChosenImage.ts';
import { recordEdit, RefusedImages } from '../upload/RefusedImages.ts';
import { pauseBeforeRetry } from '../upload/pauseBeforeRetry.ts';
import { placedSize } from '../upload/placedSize.ts';
import { ERROR, sendImage, type SendingState } from '../upload/sendImage.ts';
import { contentOf, urlOf, withAsset, withStoredImages } from '../upload/storedImages.ts';

/** An image that is being uploaded. */
export interface Upload extends SendingState {
  readonly uuid: string;
  /** The image that is to replace the block's; null: the block is new and shows its own. */
  readonly replacement: File | null;
  /** The newest entry of the history when it began; null: none. */
  readonly after: number | null;
}

/** Options of {@link UploadStore}: the editor, and what its component provides. */
export interface UploadOptions extends ImageChecks {
  readonly editor: Editor;
  readonly createUrl?: (file: File) => string;
  readonly revokeUrl?: (url: string) => void;
  readonly pauseBeforeRetry?: typeof pauseBeforeRetry;
}

/** How an upload has ended. */
interface Ending {
  /** The stored image; null: none was stored, and the block has no other image. */
  readonly asset: UploadedImage | null;
  /** The URL of the image that the stored one replaces. */
  readonly from: string;
  /** The circumstances in which the block could not be written; null: not tried yet. */
  readonly refusedIn: readonly unknown[] | null;
}

/** The edit that added a block, null until it is committed, and the block's temporary URL. */
interface Addition {
  readonly change: Change | null;
  readonly url: string;
}

const stores = new WeakMap<Editor, UploadStore>();

/**
 * Returns the uploads of an editor. Like the page, they outlive the component: a component that
 * mounts later continues with them, and the options of the last one apply.
 */
export function uploadsOf(options: UploadOptions): UploadStore {
  const store = stores.get(options.editor) ?? new UploadStore(options);
  store.setOptions(options);
  stores.set(options.editor, store);
  return store;
}

/**
 * Uploads of images. A new image's block is on the page at once, with a temporary URL (`blob:`) that
 * is never sent to a server or autosaved. The stored URL replaces it after the upload, or as soon as
 * the block can be written again: when it is unlocked, when editing is permitted, or when undo or
 * redo restores it. No undo restores a temporary URL that was replaced.
 */
export class UploadStore {
  /** By block id. */
  readonly items = observable.map<string, Upload>({}, { deep: false });
  /** Stored images by temporary URL. */
  private readonly stored = observable.map<string, UploadedImage>({}, { deep: false });
  /** The stored images of files that were to replace others. */
  private readonly storedFiles = new WeakMap<File, UploadedImage>();
  /** Uploads that have ended, by id of a block that could not be written yet. */
  private readonly endings = observable.map<string, Ending>({}, { deep: false });
  /** Blocks that have never had a stored image. */
  private readonly additions = new Map<string, Addition>();
  private readonly refused: RefusedImages;
  private readonly aborts = new Map<string, AbortController>();
  /** Temporary URLs that show nothing any more. */
  private readonly revoked = new Set<string>();
  private options: UploadOptions;

  constructor(options: UploadOptions) {
    this.options = options;
    this.refused = new RefusedImages(options.editor);
    makeAutoObservable<
      this,
      | 'options'
      | 'stored'
      | 'storedFiles'
      | 'endings'
      | 'additions'
      | 'refused'
      | 'aborts'
      | 'revoked'
    >(
      this,
      {
        items: false,
        options: false,
        stored: false,
        storedFiles: false,
        keep: false,
        endings: false,
        additions: false,
        refused: false,
        aborts: false,
        revoked: false,
        setOptions: false,
      },
      { autoBind: true },
    );
    const { editor } = options;
    // Only the editor refers to these, so that they end with it.
    editor.onChange((change) => {
      // An image that was added in a larger edit, which is committed now.
      for (const [uuid, addition] of this.additions)
        if (!addition.change && Object.hasOwn(change.added, uuid))
          this.additions.set(uuid, { ...addition, change });
      this.settle();
    });
    reaction(
      () => [
        editor.isInProgress,
        editor.permissions.canEdit,
        ...[...this.endings.keys()].map((uuid) => editor.lockedByOthers.has(uuid)),
      ],
      () => this.settle(),
      { equals: compareStructural },
    );
  }

  setOptions(options: UploadOptions): void {
    this.options = options;
  }

  /**
   * Whether the page must wait for an image: it is being uploaded or, if the server cannot be
   * reached, its block has no other one.
   */
  get isUploading(): boolean {
    for (const [uuid, { isWaiting }] of this.items) {
      const url = this.urlOn(uuid);
      if (url !== null && (!isWaiting || isTemporaryUrl(url))) return true;
    }
    return false;
  }

  /**
   * Whether an image for a block on the page is being uploaded or is to be, or is stored but could not
   * replace the block's earlier image yet. It is lost when the user leaves.
   */
  get isPending(): boolean {
    const replacements = [...this.endings].filter(
      ([, { asset, from }]) => asset && !isTemporaryUrl(from),
    );
    const uuids = [...this.items.keys(), ...replacements.map(([uuid]) => uuid)];
    return uuids.some((uuid) => this.urlOn(uuid) !== null);
  }

  /** What the user can do so that an upload goes on, such as logging in; null: only wait. */
  get neededAction(): NoticeAction | null {
    const items = [...this.items.values()].filter(({ uuid }) => this.urlOn(uuid) !== null);
    return items.find(({ action }) => action !== null)?.action ?? null;
  }

  /** The block whose replacement is newer than the newest edit, for undo; null: none. */
  get newestReplaced(): string | null {
    const newest = this.newestEntry();
    const found = [...this.items.values()].filter(
      ({ uuid, replacement, after }) =>
        replacement !== null && after === newest && this.urlOn(uuid) !== null,
    );
    return found.at(-1)?.uuid ?? null;
  }

  /** How many new images have been stored. */
  get storedCount(): number {
    return this.stored.size;
  }

  /**
   * Adds an image block and uploads the image. Notifies the user of failures.
   *
   * @param files one image; any other number is a failure
   * @param at centre of the new block in page space
   * @returns whether the image was stored
   */
  async add(files: readonly File[], at: Point): Promise<boolean> {
    const { editor, notify } = this.options;
    const chosen = await readChosenImage(files, this.options);
    if (!chosen) return false;
    const { file, natural } = chosen;
    const localUrl = (this.options.createUrl ?? URL.createObjectURL)(file);
    const size = placedSize(natural, editor.fields.settings.referenceWidth);
    const content = { url: localUrl, naturalWidth: natural.width, naturalHeight: natural.height };
    const [added, change] = recordEdit(editor, () =>
      editor.add({ type: 'image', ...placeAt(editor, at, size), content }, { select: true }),
    );
    const [uuid] = added.ok ? added.value : [];
    if (!added.ok || uuid === undefined) {
      if (!added.ok) notify(editorMessage(this.options.t, added.code, added.details), ERROR);
      this.revoke(localUrl);
      return false;
    }
    this.additions.set(uuid, { change, url: localUrl });
    return this.upload(uuid, file);
  }

  /**
   * Like `add`, for the image of an existing block. The old one stays until the new one is stored. If
   * the block is locked, the user is notified and nothing is uploaded.
   */
  async replace(uuid: string, files: readonly File[]): Promise<boolean> {
    const chosen = await readChosenImage(files, this.options);
    if (!chosen) return false;
    const { file } = chosen;
    const { editor, notify, t } = this.options;
    if (editor.lockedByOthers.has(uuid) || locksOf(editor.blocks, [uuid]) !== null) {
      notify(editorMessage(t, 'block_locked'), ERROR);
      return false;
    }
    return this.upload(uuid, file);
  }

  /** Ends an upload. The block gets back its earlier image; one that never had any is removed. */
  cancel(uuid: string): void {
    if (!this.items.has(uuid)) return;
    this.end(uuid);
    if (!this.additions.has(uuid)) return;
    this.endings.set(uuid, { asset: null, from: this.urlOn(uuid) ?? '', refusedIn: null });
    this.settle();
  }

  /** The page with stored URLs in place of temporary ones. */
  withStoredUrls(page: Page): Page {
    return withStoredImages(page, this.stored);
  }

  /**
   * Keeps the page that is shown now, to load again later. Returns a function that returns it: with the
   * images that were being uploaded and are stored by then, and without those that have failed.
   */
  keep(page: Page): () => Page {
    const running = [...this.items.values()].map(({ uuid, replacement }) => ({
      uuid,
      assetOf: () => replacement && this.storedFiles.get(replacement),
    }));
    const ended = [...this.endings].map(([uuid, { asset }]) => ({ uuid, assetOf: () => asset }));
    return () => {
      const replaced: Record<string, Block> = {};
      for (const { uuid, assetOf } of [...ended, ...running]) {
        const block = page.things[uuid];
        const asset = assetOf();
        if (block && asset) replaced[uuid] = withAsset(block, asset);
      }
      const result = this.withStoredUrls({ ...page, things: { ...page.things, ...replaced } });
      const kept = Object.values(result.things).filter((block) => !this.revoked.has(urlOf(block)));
      return { ...result, things: Object.fromEntries(kept.map((block) => [block.uuid, block])) };
    };
  }

  /** Like `withStoredUrls`, but null while a block on the page has only a temporary URL. */
  storable(page: Page): Page | null {
    const { editor } = this.options;
    const result = this.withStoredUrls(page);
    // The content of other types may have URLs of any kind.
    const isUnstored = (block: Block) =>
      isTemporaryUrl(urlOf(block)) && editor.definitionOf(block)?.capabilities.uploads === true;
    return Object.values(result.things).some(isUnstored) ? null : result;
  }

  /** Ends all uploads of a page that is not kept, or only those that wait for the server. */
  abandon(which: 'all' | 'waiting'): void {
    for (const [uuid, { isWaiting }] of [...this.items])
      if (which === 'all' || isWaiting) this.end(uuid);
    if (which !== 'all') return;
    for (const uuid of [...this.endings.keys()])
      if (!this.additions.has(uuid)) this.endings.delete(uuid);
  }

  private end(uuid: string): void {
    this.aborts.get(uuid)?.abort();
    this.aborts.delete(uuid);
    this.items.delete(uuid);
  }

  private newestEntry(): number | null {
    const { entries, position } = this.options.editor.history;
    return entries[position - 1]?.id ?? null;
  }

  /** Uploads the image of a block. Returns whether it was stored and not replaced meanwhile. */
  private async upload(uuid: string, file: File): Promise<boolean> {
    const from = this.urlOn(uuid) ?? '';
    this.aborts.get(uuid)?.abort();
    const abort = new AbortController();
    this.aborts.set(uuid, abort);
    runInAction(() => this.endings.delete(uuid));
    const service = this.options.service();
    const asset = service
      ? await sendImage(file, {
          ...{ service, notify: this.options.notify, t: this.options.t, signal: abort.signal },
          pauseBeforeRetry: this.options.pauseBeforeRetry ?? pauseBeforeRetry,
          onState: this.showState(uuid, file, abort.signal),
        })
      : null;
    if (abort.signal.aborted) return false;
    this.aborts.delete(uuid);
    runInAction(() => {
      this.items.delete(uuid);
      if (asset && isTemporaryUrl(from)) this.stored.set(from, asset);
      else if (asset) this.storedFiles.set(file, asset);
      const refusedIn = null;
      if (asset) this.endings.set(uuid, { asset, from: this.urlOn(uuid) ?? from, refusedIn });
      else if (this.additions.has(uuid)) this.endings.set(uuid, { asset, from, refusedIn });
    });
    // The first image of a block can be filled in during an edit in progress, outside that edit.
    if (asset && isTemporaryUrl(from)) this.tryEnding(uuid);
    else this.settle();
    return asset !== null;
  }

  /** Returns a function that shows the state of an upload until it has ended. */
  private showState(uuid: string, file: File, signal: AbortSignal) {
    const replacement = this.additions.has(uuid) ? null : file;
    const after = this.newestEntry();
    return (state: SendingState): void => {
      // A service may report progress after its upload.
      if (this.aborts.get(uuid)?.signal !== signal) return;
      runInAction(() => this.items.set(uuid, { uuid, ...state, replacement, after }));
    };
  }

  /** Applies uploads that have ended to their blocks, as far as these can be written now. */
  private settle(): void {
    // A removal during an edit in progress would be part of it: cancelling or undoing that would
    // bring the block back. And a hook that refuses a fill-in would discard that edit.
    if (this.options.editor.isInProgress) return;
    for (const uuid of [...this.endings.keys()]) this.tryEnding(uuid);
  }

  private tryEnding(uuid: string): void {
    const ending = this.endings.get(uuid);
    const circumstances = this.circumstancesOf(uuid);
    // A hook that has refused it would refuse it again, and may notify the user each time.
    if (!ending || compareShallow(ending.refusedIn, circumstances)) return;
    // First, because the edit calls listeners, which may end up here again.
    runInAction(() => this.endings.delete(uuid));
    const { asset, from } = ending;
    const isDone = asset
      ? this.fillIn(uuid, asset, from)
      : this.refused.remove(uuid, this.additions.get(uuid)?.change ?? null);
    if (!isDone) {
      runInAction(() => this.endings.set(uuid, { ...ending, refusedIn: circumstances }));
      return;
    }
    const addition = this.additions.get(uuid);
    this.additions.delete(uuid);
    if (addition) this.revoke(addition.url);
  }

  /** What decides whether a block can be written: the block and what it is in, and who may edit. */
  private circumstancesOf(uuid: string): readonly unknown[] {
    const { blocks, lockedByOthers, permissions } = this.options.editor;
    const result: unknown[] = [permissions.canEdit];
    let block = blocks.get(uuid);
    while (block) {
      result.push(block, lockedByOthers.has(block.uuid));
      block = block.parentUuid === undefined ? undefined : blocks.get(block.parentUuid);
    }
    return result;
  }

  /** Returns false if the block is not on the page, or an edit of it is refused. */
  private fillIn(uuid: string, asset: UploadedImage, from: string): boolean {
    const { editor } = this.options;
    const content = this.finishedContent(uuid, asset);
    // Wherever the block is, even if only in the history. Not part of an edit: no hook is asked.
    if (isTemporaryUrl(from)) editor.finishUpload(uuid, content);
    const url = this.urlOn(uuid);
    if (url === null) return false;
    // A room knows the block without its temporary URL, and undo may restore it from there.
    const isExpected = url === from || (url === '' && isTemporaryUrl(from));
    // The block has this image, or was given another one.
    if (!isExpected) return true;
    return editor.update(uuid, { content }).ok;
  }

  /** The content that ends an upload. It also clears the flag that an author who left has set. */
  private finishedContent(uuid: string, asset: UploadedImage) {
    const { isUploading } = (this.options.editor.blocks.get(uuid)?.content ?? {}) as {
      readonly isUploading?: unknown;
    };
    return {
      ...contentOf(asset),
      ...(isUploading === undefined ? {} : { isUploading: undefined }),
    };
  }

  /** The URL of a block, or null if the block is not on the page. */
  private urlOn(uuid: string): string | null {
    const block = this.options.editor.blocks.get(uuid);
    return block ? urlOf(block) : null;
  }

  private revoke(url: string): void {
    this.revoked.add(url);
    (this.options.revokeUrl ?? URL.revokeObjectURL)(url);
  }
}
