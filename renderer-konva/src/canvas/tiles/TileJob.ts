import type { Box } from '@cobble/engine';
import type { PaintStep } from '../planPainting.ts';
import type { PaintUses } from '../PaintUses.ts';
import type { PlaneSpace } from './PlaneSpace.ts';
import type { ImageSheet, ShownImage } from '../ShownImage.ts';
import type { TileSheets } from './TileSheets.ts';

/** Number of steps painted between two checks of the clock. */
const STEPS_A_LOOK = 8;

/** What a paint job needs. */
export interface TileTools {
  readonly space: PlaneSpace;
  readonly sheets: TileSheets;
  readonly uses: PaintUses;
}

/** Paints a tile on a hidden buffer, over as many frames as it takes. */
export class TileJob {
  /** The bitmaps, band by band; complete when the job is done. */
  readonly images: (ShownImage | null)[];
  readonly #tools: TileTools;
  readonly #box: Box;
  readonly #bands: readonly (readonly PaintStep[])[];
  #sheet: ImageSheet | null = null;
  #band = 0;
  #step = 0;

  /** @param bitmaps one for each band that has steps, null for the others */
  constructor(
    tools: TileTools,
    box: Box,
    bands: readonly (readonly PaintStep[])[],
    images: (ShownImage | null)[],
  ) {
    this.#tools = tools;
    this.#box = box;
    this.#bands = bands;
    this.images = images;
  }

  /** Paints until it is done or out of time. Returns whether it is done. */
  run(isOver: () => boolean): boolean {
    for (; this.#band < this.#bands.length; this.#band += 1) {
      const image = this.images[this.#band];
      if (image && !this.#paint(image, this.#bands[this.#band] ?? [], isOver)) return false;
      this.#step = 0;
    }
    return true;
  }

  /** Releases its buffer. */
  stop(): void {
    if (this.#sheet) this.#tools.sheets.give(this.#sheet);
    this.#sheet = null;
  }

  #paint(image: ShownImage, steps: readonly PaintStep[], isOver: () => boolean): boolean {
    const { space, sheets, uses } = this.#tools;
    if (!this.#sheet) {
      this.#sheet = sheets.take();
      if (!this.#sheet) return false;
      space.transform(this.#sheet.context, this.#box);
    }
    const { canvas, context } = this.#sheet;
    while (this.#step < steps.length) {
      const step = steps[this.#step];
      this.#step += 1;
      if (!step) continue;
      uses.begin(step.uuid);
      step.paint(context);
      if (this.#step % STEPS_A_LOOK === 0 && isOver()) return false;
    }
    image.show(canvas);
    this.stop();
    return true;
  }
}
