import type { Block, Editor } from '@cobble/engine';
import type { ImageVariantsLookup } from '@cobble/renderer-konva';
import { makeAutoObservable, runInAction } from 'mobx';
import type { ImagesStore } from '../stores/ImagesStore.ts';

/** Delays in ms. */
const DELAYS = {
  /** How long to wait for the server's response before images load as they are. */
  timeoutMs: 1000,
  /** After this time without changes, the variants of changed blocks are requested. */
  debounceMs: 2000,
};

/**
 * Looks up image variants for the page in the editor, so that the canvas loads the one that is
 * sharp at its size. An image without variants (uploading, or not processed yet) is shown as it is.
 * If its block was added or changed since the page was opened, it is looked up again after later
 * changes [CV5].
 */
export class CanvasImages {
  /** Whether the first response has arrived or timed out. */
  isSettled = false;
  private readonly editor: Pick<Editor, 'onChange' | 'page'>;
  private readonly images: Pick<ImagesStore, 'loadStored' | 'lookUp'>;
  /** Blocks with stored images that were added or changed since the page was opened. */
  private readonly changed = new Map<string, Block>();
  private readonly delays: typeof DELAYS;

  constructor(editor: CanvasImages['editor'], images: CanvasImages['images'], delays = DELAYS) {
    this.editor = editor;
    this.images = images;
    this.delays = delays;
    makeAutoObservable<this, 'editor' | 'images' | 'changed' | 'delays'>(this, {
      editor: false,
      images: false,
      changed: false,
      delays: false,
      start: false,
    });
  }

  /** The lookup for the canvas. A new function whenever results change. */
  get lookUp(): ImageVariantsLookup {
    const { lookUp } = this.images;
    if (this.isSettled) return lookUp;
    return (url) => lookUp(url) ?? (url.startsWith('/assets/') ? 'pending' : null);
  }

  /**
   * Requests the variants of the page's images, then of changed blocks. Returns a function to stop.
   */
  start(): () => void {
    const settle = (): void => {
      runInAction(() => {
        this.isSettled = true;
      });
    };
    let timer = setTimeout(settle, this.delays.timeoutMs);
    void this.images.loadStored(this.editor.page).then(settle);
    const stop = this.editor.onChange(({ added, updated }) => {
      const blocks = [...Object.values(added), ...Object.values(updated).map(([, to]) => to)];
      for (const block of blocks)
        if (JSON.stringify(block).includes('/assets/')) this.changed.set(block.uuid, block);
      if (this.changed.size === 0 || !this.isSettled) return;
      clearTimeout(timer);
      timer = setTimeout(
        () => void this.images.loadStored([...this.changed.values()]),
        this.delays.debounceMs,
      );
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }
}
