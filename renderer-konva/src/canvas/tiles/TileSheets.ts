import { TILE_SIDE } from './tileGrid.ts';

/** A canvas of a tile's size in device px that nobody sees, and what paints on it. */
export interface TileSheet {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
}

/** So many are kept that nobody paints on. */
const MAX_FREE = 2;

/** What tiles are painted on before they show: one for each tile that is being painted. */
export class TileSheets {
  readonly #free: TileSheet[] = [];

  /** One as new, whatever an unfinished painting left behind; null where the browser has no memory. */
  take(): TileSheet | null {
    const free = this.#free.pop();
    if (!free) return createSheet();
    const { canvas, context } = free;
    if ('reset' in context) context.reset();
    else canvas.width = TILE_SIDE;
    return free;
  }

  /** Takes one back. */
  give(sheet: TileSheet): void {
    if (this.#free.length < MAX_FREE) this.#free.push(sheet);
  }
}

function createSheet(): TileSheet | null {
  const canvas = document.createElement('canvas');
  canvas.width = TILE_SIDE;
  canvas.height = TILE_SIDE;
  const context = canvas.getContext('2d');
  return context && { canvas, context };
}
