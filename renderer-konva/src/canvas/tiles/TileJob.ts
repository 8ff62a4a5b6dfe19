import type { PaintStep } from '../planPainting.ts';
import type { PaintUses } from '../PaintUses.ts';
import type { PlaneSpace } from './PlaneSpace.ts';
import type { Box } from '@cobble/engine';
import { clearBitmap, type TileBitmap } from './TileBitmap.ts';

/** So many steps are painted between two looks at the clock. */
const STEPS_A_LOOK = 8;

/** A tile being painted on bitmaps that nobody sees yet, in as many goes as it takes. */
export class TileJob {
  /** The finished pictures, band by band. */
  readonly pictures: (TileBitmap | null)[];
  readonly #bands: readonly (readonly PaintStep[])[];
  readonly #uses: PaintUses;
  #band = 0;
  #step = 0;

  /** @param bitmaps one for each band that has steps, null for the others */
  constructor(
    space: PlaneSpace,
    box: Box,
    bands: readonly (readonly PaintStep[])[],
    bitmaps: (TileBitmap | null)[],
    uses: PaintUses,
  ) {
    this.pictures = bitmaps;
    this.#bands = bands;
    this.#uses = uses;
    for (const bitmap of bitmaps) {
      if (!bitmap) continue;
      clearBitmap(bitmap);
      space.transform(bitmap.context, box);
    }
  }

  /** Paints until it is done or the clock has run out; whether it is done. */
  run(isOver: () => boolean): boolean {
    for (; this.#band < this.#bands.length; this.#band += 1) {
      const steps = this.#bands[this.#band] ?? [];
      const bitmap = this.pictures[this.#band];
      while (bitmap && this.#step < steps.length) {
        const step = steps[this.#step];
        this.#step += 1;
        if (!step) continue;
        this.#uses.begin(step.uuid);
        step.paint(bitmap.context);
        if (this.#step % STEPS_A_LOOK === 0 && isOver()) return false;
      }
      this.#step = 0;
    }
    return true;
  }
}
