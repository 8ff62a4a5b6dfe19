import { TILE_SIDE } from './tileGrid.ts';

/** A canvas of a tile's size in device px, and what paints on it. */
export interface TileBitmap {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
}

/** Makes one; null where the browser has no memory left for it. */
export function createTileBitmap(): TileBitmap | null {
  const canvas = document.createElement('canvas');
  canvas.width = TILE_SIDE;
  canvas.height = TILE_SIDE;
  canvas.style.position = 'absolute';
  const context = canvas.getContext('2d');
  return context && { canvas, context };
}

/** Makes a bitmap as new: clear, and without what an unfinished painting left behind. */
export function clearBitmap({ canvas, context }: TileBitmap): void {
  if ('reset' in context) context.reset();
  else canvas.width = TILE_SIDE;
}
