import type { Box, Point } from '@cobble/engine';

/** A tile's column and row. Both may be negative, as pages extend left of their window. */
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
  const places: TilePosition[] = [];
  if (width <= 0 || height <= 0) return places;
  const right = Math.ceil((x + width) / side);
  const bottom = Math.ceil((y + height) / side);
  for (let row = Math.floor(y / side); row < bottom; row += 1)
    for (let column = Math.floor(x / side); column < right; column += 1)
      places.push({ column, row });
  return places;
}

/** The area that a tile covers, device px. */
export function tileBox({ column, row }: TilePosition, side = TILE_SIDE_PX): Box {
  return { x: column * side, y: row * side, width: side, height: side };
}

/** A tile's key in maps. */
export function tileKey({ column, row }: TilePosition): string {
  return `${String(column)}:${String(row)}`;
}

/** The intersection of two boxes; null when they do not overlap. */
export function intersectBoxes(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** The smallest box that contains both. */
export function unionBoxes(a: Box | null, b: Box): Box {
  if (!a) return b;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** Expands a box on each side; with two numbers horizontally and vertically. */
export function expandBox({ x, y, width, height }: Box, dx: number, dy = dx): Box {
  return { x: x - dx, y: y - dy, width: width + 2 * dx, height: height + 2 * dy };
}

/** Expands a box to whole numbers. */
export function roundOutBox({ x, y, width, height }: Box): Box {
  const left = Math.floor(x);
  const top = Math.floor(y);
  return {
    x: left,
    y: top,
    width: Math.ceil(x + width) - left,
    height: Math.ceil(y + height) - top,
  };
}

/** Whether the first box contains the second. */
export function containsBox(a: Box, b: Box): boolean {
  return (
    a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height
  );
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
  const distance = (place: TilePosition, ahead: boolean): number => {
    const dx = (place.column + 0.5) * side - center.x;
    const dy = (place.row + 0.5) * side - center.y;
    const away = Math.hypot(dx, dy);
    if (!ahead) return away;
    // Tiles behind come after all tiles ahead.
    const forward = Math.sign(heading.x) * dx + Math.sign(heading.y) * dy;
    return forward < 0 ? away + 1e9 : away;
  };
  const sorted = (places: readonly TilePosition[], ahead: boolean): readonly TilePosition[] =>
    places
      .map((place) => ({ place, at: distance(place, ahead) }))
      .sort((a, b) => a.at - b.at)
      .map(({ place }) => place);
  const shown = intersectBoxes(visible, bounds);
  const showing = shown ? tilesIn(shown, side) : [];
  const keys = new Set(showing.map(tileKey));
  const around = intersectBoxes(retainedBox(visible, side), bounds);
  const beside = around ? tilesIn(around, side).filter((place) => !keys.has(tileKey(place))) : [];
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
  const kept = across(widthPx + side / 2) * across(heightPx + 2 * side);
  return kept + 2 * shown;
}
