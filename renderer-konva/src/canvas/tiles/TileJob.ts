import type { Box } from '@cobble/engine';
import type { PaintStep } from '../planPainting.ts';
import type { PaintUses } from '../PaintUses.ts';
import type { PlaneSpace } from './PlaneSpace.ts';
import type { PictureSheet, ShownPicture } from '../ShownPicture.ts';
import type { TileSheets } from './TileSheets.ts';

/** So many steps are painted between two looks at the clock. */
const STEPS_A_LOOK = 8;

/** What a tile is painted from and with. */
export interface TileTools {
  readonly space: PlaneSpace;
  readonly sheets: TileSheets;
  readonly uses: PaintUses;
}

/** A tile being painted on a sheet that nobody sees, in as many goes as it takes. */
export class TileJob {
  /** The pictures, band by band; they are finished when the job is done. */
  readonly pictures: (ShownPicture | null)[];
  readonly #tools: TileTools;
  readonly #box: Box;
  readonly #bands: readonly (readonly PaintStep[])[];
  #sheet: PictureSheet | null = null;
  #band = 0;
  #step = 0;

  /** @param pictures one for each band that has steps, null for the others */
  constructor(
    tools: TileTools,
    box: Box,
    bands: readonly (readonly PaintStep[])[],
    pictures: (ShownPicture | null)[],
  ) {
    this.#tools = tools;
    this.#box = box;
    this.#bands = bands;
    this.pictures = pictures;
  }

  /** Paints until it is done or the clock has run out; whether it is done. */
  run(isOver: () => boolean): boolean {
    for (; this.#band < this.#bands.length; this.#band += 1) {
      const picture = this.pictures[this.#band];
      if (picture && !this.#paint(picture, this.#bands[this.#band] ?? [], isOver)) return false;
      this.#step = 0;
    }
    return true;
  }

  /** Gives up what it paints on. */
  stop(): void {
    if (this.#sheet) this.#tools.sheets.give(this.#sheet);
    this.#sheet = null;
  }

  #paint(picture: ShownPicture, steps: readonly PaintStep[], isOver: () => boolean): boolean {
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
    picture.show(canvas);
    this.stop();
    return true;
  }
}
