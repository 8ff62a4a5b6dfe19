import { createSheet, type ImageSheet } from '../ShownImage.ts';
import { TILE_SIDE } from './tileGrid.ts';

/** So many are kept that nobody paints on. */
const MAX_FREE = 2;

/** What tiles are painted on before they show: one for each tile that is being painted. */
export class TileSheets {
  readonly #free: ImageSheet[] = [];

  /** One as new, whatever an unfinished painting left behind; null where the browser has no memory. */
  take(): ImageSheet | null {
    const free = this.#free.pop();
    if (!free) return createSheet(TILE_SIDE, TILE_SIDE);
    const { canvas, context } = free;
    if ('reset' in context) context.reset();
    else canvas.width = TILE_SIDE;
    return free;
  }

  /** Takes one back. */
  give(sheet: ImageSheet): void {
    if (this.#free.length < MAX_FREE) this.#free.push(sheet);
  }
}
