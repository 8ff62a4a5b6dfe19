import {
  CobbleError,
  isAssetUrl,
  type Block,
  type Change,
  type Editor,
  type Page,
  type Point,
  type Things,
} from '@cobble/engine';
import { makeAutoObservable, observable, runInAction, when } from 'mobx';
import { editorMessage } from '../messages/editorMessage.ts';
import { placeAt } from '../commands/placeAt.ts';
import type { Translate } from '../messages/Translate.ts';
import type { UploadedImage, UploadService } from '../services/EditorServices.ts';
import { ServiceError } from '../services/ServiceError.ts';
import type { Notify } from '../services/Notify.ts';
import { placedSize } from '../upload/placedSize.ts';
import { uploadProblem } from '../upload/uploadProblem.ts';

const NO_CHANGE: Change = { added: {}, updated: {}, removed: {} };

/** An image that is being uploaded. */
export interface Upload {
  readonly uuid: string;
  /** The fraction sent, 0 to 1. */
  readonly progress: number;
}

/** Reads an image's size in px. Rejects if the file is not an image. */
export type MeasureImage = (file: File) => Promise<{ width: number; height: number }>;

/** Options of {@link UploadStore}. */
export interface UploadOptions {
  readonly editor: Editor;
  /** Returns undefined if images cannot be added. */
  readonly service: () => UploadService | undefined;
  readonly t: Translate;
  readonly notify: Notify;
  readonly measureImage: MeasureImage;
  readonly createUrl?: (file: File) => string;
  readonly revokeUrl?: (url: string) => void;
}

const ERROR = { kind: 'error', durationMs: 7000 } as const;

/**
 * Uploads of images. A new image's block is on the page at once, with a temporary URL (`blob:`) that
 * is never sent to a server or autosaved. The stored URL replaces it after the upload. Temporary URLs
 * stay valid until the editor closes, because undo can restore them.
 */
export class UploadStore {
  /** By block id. */
  readonly items = observable.map<string, Upload>({}, { deep: false });
  /** Stored images by temporary URL. */
  private readonly stored = new Map<string, UploadedImage>();
  private readonly temporary = new Set<string>();
  private readonly aborts = new Map<string, AbortController>();
  private readonly options: UploadOptions;

  constructor(options: UploadOptions) {
    this.options = options;
    makeAutoObservable<this, 'options' | 'stored' | 'temporary' | 'aborts'>(
      this,
      { items: false, options: false, stored: false, temporary: false, aborts: false },
      { autoBind: true },
    );
  }

  /** Whether an image of a block on the page is being uploaded. */
  get isUploading(): boolean {
    for (const uuid of this.items.keys()) if (this.options.editor.blocks.has(uuid)) return true;
    return false;
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
    const file = this.check(files);
    const natural = file && (await this.measure(file));
    if (!file || !natural) return false;
    const localUrl = this.createUrl(file);
    const size = placedSize(natural, editor.fields.settings.referenceWidth);
    const content = { url: localUrl, naturalWidth: natural.width, naturalHeight: natural.height };
    const [added, addition] = this.record(() =>
      editor.add({ type: 'image', ...placeAt(editor, at, size), content }, { select: true }),
    );
    const [uuid] = added.ok ? added.value : [];
    if (!added.ok || uuid === undefined) {
      if (!added.ok) notify(editorMessage(this.options.t, added.code, added.details), ERROR);
      return false;
    }
    const asset = await this.send(uuid, file, localUrl);
    if (asset) {
      this.fillIn(uuid, asset);
      return true;
    }
    // A removal during a gesture would be part of the gesture: cancelling or undoing that would
    // bring the block back.
    await when(() => !editor.isInProgress);
    if (editor.blocks.has(uuid)) {
      const [, removal] = this.record(() => editor.remove([uuid]));
      for (const change of removal ? [addition, removal] : [])
        if (change) editor.amendHistory(change, NO_CHANGE);
    }
    // Neither undo nor redo may bring the block back: its address is only temporary.
    editor.forgetBlock(uuid);
    return false;
  }

  /** Makes an edit. Also returns its change, or null if it was not committed. */
  private record<Value>(edit: () => Value): [Value, Change | null] {
    const committed: Change[] = [];
    const stop = this.options.editor.onChange((change) => committed.push(change));
    const value = edit();
    stop();
    return [value, committed[0] ?? null];
  }

  /** Like `add`, for the image of an existing block. The old one stays until the new one is stored. */
  async replace(uuid: string, files: readonly File[]): Promise<boolean> {
    const file = this.check(files);
    if (!file || !(await this.measure(file))) return false;
    const asset = await this.send(uuid, file);
    if (asset) this.fillIn(uuid, asset);
    return asset !== null;
  }

  /** The page with stored URLs in place of temporary ones. */
  withStoredUrls(page: Page): Page {
    const changed: Record<string, Block> = {};
    for (const block of Object.values(page.things)) {
      const asset = this.stored.get(urlOf(block));
      if (asset)
        changed[block.uuid] = { ...block, content: { ...block.content, ...contentOf(asset) } };
    }
    const things: Things = { ...page.things, ...changed };
    return Object.keys(changed).length === 0 ? page : { ...page, things };
  }

  /** Like `withStoredUrls`, but null while a block on the page has only a temporary URL. */
  storable(page: Page): Page | null {
    const result = this.withStoredUrls(page);
    const isTemporary = (block: Block) => this.temporary.has(urlOf(block));
    return Object.values(result.things).some(isTemporary) ? null : result;
  }

  /** Aborts all uploads and revokes the temporary URLs. */
  dispose(): void {
    for (const abort of this.aborts.values()) abort.abort();
    const revoke =
      this.options.revokeUrl ??
      ((url: string) => {
        URL.revokeObjectURL(url);
      });
    for (const url of this.temporary) revoke(url);
  }

  private createUrl(file: File): string {
    const url = this.options.createUrl?.(file) ?? URL.createObjectURL(file);
    this.temporary.add(url);
    return url;
  }

  private check(files: readonly File[]): File | null {
    const { service, t } = this.options;
    const limits = service();
    if (!limits) return null;
    const problem = uploadProblem(t, files, limits.maxMb);
    if (problem !== null) this.options.notify(problem, ERROR);
    return problem === null ? (files[0] ?? null) : null;
  }

  private async measure(file: File): Promise<{ width: number; height: number } | null> {
    try {
      return await this.options.measureImage(file);
    } catch {
      this.options.notify(this.options.t('upload.unsupportedType'), ERROR);
      return null;
    }
  }

  private async send(uuid: string, file: File, localUrl?: string): Promise<UploadedImage | null> {
    const { notify, t } = this.options;
    const service = this.options.service();
    if (!service) return null;
    this.aborts.get(uuid)?.abort();
    const abort = new AbortController();
    this.aborts.set(uuid, abort);
    const show = (progress: number) => {
      if (!abort.signal.aborted) runInAction(() => this.items.set(uuid, { uuid, progress }));
    };
    show(0);
    try {
      const asset = await service.upload(file, { onProgress: show, signal: abort.signal });
      if (abort.signal.aborted) return null;
      if (!isAssetUrl(asset.url)) throw invalidUrl(asset.url);
      if (localUrl !== undefined) this.stored.set(localUrl, asset);
      return asset;
    } catch (error) {
      if (!abort.signal.aborted) {
        const isKnown = error instanceof ServiceError;
        notify(isKnown ? error.message : t('common.somethingWentWrong'), ERROR);
        // A mistake in the host, which its author should see.
        if (!isKnown) reportError(error);
      }
      return null;
    } finally {
      if (this.aborts.get(uuid) === abort) {
        this.aborts.delete(uuid);
        runInAction(() => this.items.delete(uuid));
      }
    }
  }

  private fillIn(uuid: string, asset: UploadedImage): void {
    const { editor } = this.options;
    if (editor.blocks.has(uuid)) editor.update(uuid, { content: contentOf(asset) });
  }
}

function invalidUrl(url: string): CobbleError {
  const message = `upload returned ${url.slice(0, 80)}, which is not a path under /assets/ or an http(s) URL`;
  return new CobbleError('page_invalid_asset_url', message, { details: { path: 'url' } });
}

function contentOf(asset: UploadedImage) {
  return { url: asset.url, naturalWidth: asset.width, naturalHeight: asset.height };
}

function urlOf(block: Block): string {
  const { url } = block.content as { readonly url?: unknown };
  return typeof url === 'string' ? url : '';
}
