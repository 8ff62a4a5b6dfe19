import type { Box, Point } from '@cobble/engine';
import { expandBox, intersectBoxes } from '../../paint/boxes.ts';

/** A tile's column and row. Columns may be negative, as pages extend left of their window. */
export interface TilePosition {
  readonly column: number;
  readonly row: number;
}

/** A tile's side, device px: small enough to repaint in a frame, large enough to need few. */
export const TILE_SIDE_PX = 512;

/**
 * The tiles that a box intersects, row by row; none for an empty box. Boxes and sides in device px.
 */
export function tilesIn(
  { x, y, width, height }: Box,
  side = TILE_SIDE_PX,
): readonly TilePosition[] {
  const positions: TilePosition[] = [];
  if (width <= 0 || height <= 0) return positions;
  const right = Math.ceil((x + width) / side);
  const bottom = Math.ceil((y + height) / side);
  for (let row = Math.floor(y / side); row < bottom; row += 1)
    for (let column = Math.floor(x / side); column < right; column += 1)
      positions.push({ column, row });
  return positions;
}

/** The area that a tile covers, device px. */
export function tileBox({ column, row }: TilePosition, side = TILE_SIDE_PX): Box {
  return { x: column * side, y: row * side, width: side, height: side };
}

/** A tile's key in maps. */
export function tileKey({ column, row }: TilePosition): string {
  return `${String(column)}:${String(row)}`;
}

/** The tiles that are needed, in painting order. */
export interface TileOrder {
  /** Visible tiles, from the centre outwards. */
  readonly visible: readonly TilePosition[];
  /** Tiles around them, in the direction of scrolling first. */
  readonly ahead: readonly TilePosition[];
}

/**
 * Orders the tiles of a view.
 *
 * @param visible the viewport, device px
 * @param bounds the scrollable content, device px
 * @param heading the last movement of the view; only its signs matter
 */
export function orderTiles(
  visible: Box,
  bounds: Box,
  heading: Point,
  side = TILE_SIDE_PX,
): TileOrder {
  const center = { x: visible.x + visible.width / 2, y: visible.y + visible.height / 2 };
  const distance = (position: TilePosition, ahead: boolean): number => {
    const dx = (position.column + 0.5) * side - center.x;
    const dy = (position.row + 0.5) * side - center.y;
    const away = Math.hypot(dx, dy);
    if (!ahead) return away;
    // Tiles behind come after all tiles ahead.
    const forward = Math.sign(heading.x) * dx + Math.sign(heading.y) * dy;
    return forward < 0 ? away + 1e9 : away;
  };
  const sorted = (positions: readonly TilePosition[], ahead: boolean): readonly TilePosition[] =>
    positions
      .map((position) => ({ position, at: distance(position, ahead) }))
      .sort((a, b) => a.at - b.at)
      .map(({ position }) => position);
  const shown = intersectBoxes(visible, bounds);
  const showing = shown ? tilesIn(shown, side) : [];
  const keys = new Set(showing.map(tileKey));
  const around = intersectBoxes(retainedBox(visible, side), bounds);
  const beside = around ? tilesIn(around, side).filter((each) => !keys.has(tileKey(each))) : [];
  return { visible: sorted(showing, false), ahead: sorted(beside, true) };
}

/**
 * The area around the viewport in which tiles are painted ahead and retained, mostly vertically;
 * device px.
 */
export function retainedBox(visible: Box, side = TILE_SIDE_PX): Box {
  return expandBox(visible, side / 4, side);
}

/**
 * The most bitmaps that a view needs: visible tiles and tiles ahead, and twice the visible tiles
 * for repainting in the background and for bands above lifted blocks.
 */
export function poolCapacity(widthPx: number, heightPx: number, side = TILE_SIDE_PX): number {
  const across = (width: number): number => Math.ceil(width / side) + 1;
  const shown = across(widthPx) * across(heightPx);
  const retained = across(widthPx + side / 2) * across(heightPx + 2 * side);
  return retained + 2 * shown;
}
