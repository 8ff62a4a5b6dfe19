import type { Block, Editor } from '@cobble/engine';
import type { ImageVariantsLookup } from '@cobble/renderer-konva';
import { makeAutoObservable, runInAction } from 'mobx';
import type { ImagesStore } from '../stores/ImagesStore.ts';

/** How long is waited. */
const WAITS = {
  /** Past this images are loaded as they are, without what the server has not said yet. */
  patienceMs: 1000,
  /** So long a page rests before what is new on it is asked for. */
  restMs: 2000,
};

/**
 * Which files there are of the images on a page that is being edited, so that the canvas loads the
 * one that is sharp at its size. What is not known (an image on its way to the server, one of which
 * nothing has been made yet) shows as it is, and is asked for again once something has changed.
 */
export class CanvasImages {
  /** Whether the first answer is there, or has taken too long. */
  isSettled = false;
  private readonly editor: Pick<Editor, 'onChange' | 'page'>;
  private readonly images: Pick<ImagesStore, 'loadStored' | 'lookUp'>;
  /** Blocks with stored images that have come or changed since the page was opened. */
  private readonly fresh = new Map<string, Block>();
  private readonly waits: typeof WAITS;

  constructor(editor: CanvasImages['editor'], images: CanvasImages['images'], waits = WAITS) {
    this.editor = editor;
    this.images = images;
    this.waits = waits;
    makeAutoObservable<this, 'editor' | 'images' | 'fresh' | 'waits'>(this, {
      editor: false,
      images: false,
      fresh: false,
      waits: false,
      follow: false,
    });
  }

  /** For the canvas; another function once more is known. */
  get lookUp(): ImageVariantsLookup {
    const { lookUp } = this.images;
    if (this.isSettled) return lookUp;
    return (url) => lookUp(url) ?? (url.startsWith('/assets/') ? 'pending' : null);
  }

  /** Asks for what the page shows, and goes on asking for what is new; returns the way to stop. */
  follow(): () => void {
    const settle = (): void => {
      runInAction(() => {
        this.isSettled = true;
      });
    };
    let timer = setTimeout(settle, this.waits.patienceMs);
    void this.images.loadStored(this.editor.page).then(settle);
    const stop = this.editor.onChange(({ added, updated }) => {
      const blocks = [...Object.values(added), ...Object.values(updated).map(([, to]) => to)];
      for (const block of blocks)
        if (JSON.stringify(block).includes('/assets/')) this.fresh.set(block.uuid, block);
      if (this.fresh.size === 0 || !this.isSettled) return;
      clearTimeout(timer);
      timer = setTimeout(
        () => void this.images.loadStored([...this.fresh.values()]),
        this.waits.restMs,
      );
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }
}
