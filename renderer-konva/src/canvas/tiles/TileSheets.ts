import { createSheet, type ImageSheet } from '../ShownImage.ts';
import { TILE_SIDE } from './tileGrid.ts';

/** Up to this many unused buffers are kept. */
const MAX_FREE = 2;

/** Buffers that tiles are painted on before they are shown: one for each tile being painted. */
export class TileSheets {
  readonly #free: ImageSheet[] = [];

  /** A reset buffer; null when the browser is out of memory. */
  take(): ImageSheet | null {
    const free = this.#free.pop();
    if (!free) return createSheet(TILE_SIDE, TILE_SIDE);
    const { canvas, context } = free;
    if ('reset' in context) context.reset();
    else canvas.width = TILE_SIDE;
    return free;
  }

  /** Returns a buffer. */
  give(sheet: ImageSheet): void {
    if (this.#free.length < MAX_FREE) this.#free.push(sheet);
  }
}
