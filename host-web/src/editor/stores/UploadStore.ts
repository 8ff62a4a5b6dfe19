import type { Block, Editor, Point } from '@cobble/engine';
import { makeAutoObservable, observable, runInAction } from 'mobx';
import { refusalMessage } from '../messages/refusalMessage.ts';
import { placeAt } from '../placeAt.ts';
import type { EditorServices } from '../services/EditorServices.ts';
import type { Notify } from '../services/Notify.ts';
import { placedSize } from '../upload/placedSize.ts';
import { uploadMessage } from '../upload/uploadMessage.ts';
import { UNSUPPORTED_TYPE, uploadProblem } from '../upload/uploadProblem.ts';

/** A picture on its way to the server. */
export interface Upload {
  readonly uuid: string;
  /** A temporary address of the local file, good in this tab only; never stored in the page. */
  readonly localUrl: string;
  /** The part that has left, 0 to 1. */
  readonly progress: number;
}

/** Reads a picture's size in px; rejects when the file is no picture. */
export type MeasureImage = (file: File) => Promise<{ width: number; height: number }>;

/** What the store takes from outside. */
export interface UploadOptions {
  readonly editor: Editor;
  readonly services: EditorServices;
  readonly notify: Notify;
  readonly maxMb: () => number;
  readonly measureImage: MeasureImage;
  readonly createUrl?: (file: File) => string;
  readonly revokeUrl?: (url: string) => void;
}

/**
 * Pictures on their way. A block stands on the page at once with `content.url` '' and its local
 * picture in {@link UploadStore.localUrls}; the stored address follows when the server has it.
 */
export class UploadStore {
  /** By block id. */
  readonly items = observable.map<string, Upload>({}, { deep: false });
  /** Addresses of what was uploaded, for blocks that undo had taken away meanwhile. */
  private readonly done = new Map<string, Block['content']>();
  private readonly aborts = new Map<string, AbortController>();
  private readonly options: UploadOptions;
  private readonly stop: () => void;

  constructor(options: UploadOptions) {
    this.options = options;
    makeAutoObservable<this, 'options' | 'done' | 'aborts' | 'stop'>(
      this,
      { items: false, options: false, done: false, aborts: false, stop: false },
      { autoBind: true },
    );
    this.stop = options.editor.onChange((change) => {
      for (const uuid of Object.keys(change.added)) this.fillIn(uuid);
    });
  }

  /** Whether anything is on its way to a block that is on the page. */
  get isUploading(): boolean {
    for (const uuid of this.items.keys()) if (this.options.editor.blocks.has(uuid)) return true;
    return false;
  }

  /** Temporary addresses by block id, for the canvas. */
  get localUrls(): ReadonlyMap<string, string> {
    return new Map([...this.items].map(([uuid, item]) => [uuid, item.localUrl]));
  }

  /**
   * Puts one picture on the page and sends it.
   *
   * @param at centre of the new block in page space
   * @returns whether it is now on the page and stored; a person has been told why when not
   */
  async add(files: readonly File[], at: Point): Promise<boolean> {
    const { editor, notify } = this.options;
    const file = this.check(files);
    const natural = file && (await this.measure(file));
    if (!file || !natural) return false;
    const size = placedSize(natural, editor.fields.settings.referenceWidth);
    const added = editor.add({
      type: 'image',
      ...placeAt(editor, at, size),
      content: { url: '', naturalWidth: natural.width, naturalHeight: natural.height },
    });
    if (!added.ok) {
      notify(refusalMessage(added.code, added.details), { kind: 'error' });
      return false;
    }
    const [uuid] = added.value;
    if (uuid === undefined) return false;
    const isStored = await this.send(uuid, file);
    if (!isStored && editor.blocks.has(uuid)) editor.remove([uuid]);
    return isStored;
  }

  /** Puts another picture into an image block; what it showed stays until the new one is stored. */
  async replace(uuid: string, files: readonly File[]): Promise<boolean> {
    const file = this.check(files);
    return file !== null && (await this.measure(file)) !== null && this.send(uuid, file);
  }

  /** Stops what is under way. */
  dispose(): void {
    this.stop();
    for (const abort of this.aborts.values()) abort.abort();
  }

  private check(files: readonly File[]): File | null {
    const problem = uploadProblem(files, this.options.maxMb());
    if (problem !== null) this.options.notify(problem, { kind: 'error', durationMs: 7000 });
    return problem === null ? (files[0] ?? null) : null;
  }

  private async measure(file: File): Promise<{ width: number; height: number } | null> {
    try {
      return await this.options.measureImage(file);
    } catch {
      this.options.notify(UNSUPPORTED_TYPE, { kind: 'error', durationMs: 7000 });
      return null;
    }
  }

  private async send(uuid: string, file: File): Promise<boolean> {
    const { services, notify, maxMb } = this.options;
    const createUrl = this.options.createUrl ?? ((each) => URL.createObjectURL(each));
    const revokeUrl = this.options.revokeUrl ?? ((url) => { URL.revokeObjectURL(url); });
    this.aborts.get(uuid)?.abort();
    const abort = new AbortController();
    this.aborts.set(uuid, abort);
    const localUrl = createUrl(file);
    const show = (progress: number) => {
      if (!abort.signal.aborted)
        runInAction(() => this.items.set(uuid, { uuid, localUrl, progress }));
    };
    show(0);
    try {
      const asset = await services.uploadImage(file, { onProgress: show, signal: abort.signal });
      if (abort.signal.aborted) return false;
      this.done.set(uuid, {
        url: asset.url,
        naturalWidth: asset.width,
        naturalHeight: asset.height,
      });
      this.fillIn(uuid, true);
      return true;
    } catch (error) {
      if (!abort.signal.aborted)
        notify(uploadMessage(error, maxMb()), { kind: 'error', durationMs: 7000 });
      return false;
    } finally {
      if (this.aborts.get(uuid) === abort) {
        this.aborts.delete(uuid);
        runInAction(() => this.items.delete(uuid));
      }
      revokeUrl(localUrl);
    }
  }

  /** Writes a stored address into its block, if it is there and (unless told) still waits for one. */
  private fillIn(uuid: string, isNew = false): void {
    const { editor } = this.options;
    const content = this.done.get(uuid);
    const block = editor.blocks.get(uuid);
    if (!content || !block) return;
    if (!isNew && (block.content as { url?: unknown }).url !== '') return;
    editor.update(uuid, { content: content as Record<string, unknown> });
  }
}
