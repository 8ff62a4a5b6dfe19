import type { Box, Point } from '@cobble/engine';

/** A tile by its column and row; both may be below zero, as pages reach left of their window. */
export interface TilePlace {
  readonly column: number;
  readonly row: number;
}

/** A tile's side, device px: small enough to repaint in a frame, large enough to be few. */
export const TILE_SIDE = 512;

/** The tiles that a box meets, row by row. Boxes and sides in device px; an empty box meets none. */
export function tilesOver({ x, y, width, height }: Box, side = TILE_SIDE): readonly TilePlace[] {
  const places: TilePlace[] = [];
  if (width <= 0 || height <= 0) return places;
  const right = Math.ceil((x + width) / side);
  const bottom = Math.ceil((y + height) / side);
  for (let row = Math.floor(y / side); row < bottom; row += 1)
    for (let column = Math.floor(x / side); column < right; column += 1)
      places.push({ column, row });
  return places;
}

/** What a tile covers, device px. */
export function tileBox({ column, row }: TilePlace, side = TILE_SIDE): Box {
  return { x: column * side, y: row * side, width: side, height: side };
}

/** A tile's name in maps. */
export function tileKey({ column, row }: TilePlace): string {
  return `${String(column)}:${String(row)}`;
}

/** What two boxes share; null when they share nothing. */
export function sharedBox(a: Box, b: Box): Box | null {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

/** The smallest box that holds both. */
export function joinedBox(a: Box | null, b: Box): Box {
  if (!a) return b;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** A box grown by so much on each side; two numbers: across and down. */
export function grownBox({ x, y, width, height }: Box, dx: number, dy = dx): Box {
  return { x: x - dx, y: y - dy, width: width + 2 * dx, height: height + 2 * dy };
}

/** The box grown to whole numbers. */
export function wholeBox({ x, y, width, height }: Box): Box {
  const left = Math.floor(x);
  const top = Math.floor(y);
  return {
    x: left,
    y: top,
    width: Math.ceil(x + width) - left,
    height: Math.ceil(y + height) - top,
  };
}

/** Whether the first box holds all of the second. */
export function holdsBox(a: Box, b: Box): boolean {
  return (
    a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height
  );
}

/** Which tiles to have, in the order in which to paint them. */
export interface TileOrder {
  /** Those that show, from the middle outward. */
  readonly visible: readonly TilePlace[];
  /** Those beside them: in the direction of scrolling first. */
  readonly ahead: readonly TilePlace[];
}

/**
 * @param visible what shows, device px
 * @param bounds where there is anything to show, device px
 * @param heading how the view has moved last; only its signs count
 */
export function orderTiles(visible: Box, bounds: Box, heading: Point, side = TILE_SIDE): TileOrder {
  const centre = { x: visible.x + visible.width / 2, y: visible.y + visible.height / 2 };
  const distance = (place: TilePlace, ahead: boolean): number => {
    const dx = (place.column + 0.5) * side - centre.x;
    const dy = (place.row + 0.5) * side - centre.y;
    const away = Math.hypot(dx, dy);
    if (!ahead) return away;
    // What lies behind comes after all that lies in front.
    const forward = Math.sign(heading.x) * dx + Math.sign(heading.y) * dy;
    return forward < 0 ? away + 1e9 : away;
  };
  const sorted = (places: readonly TilePlace[], ahead: boolean): readonly TilePlace[] =>
    places
      .map((place) => ({ place, at: distance(place, ahead) }))
      .sort((a, b) => a.at - b.at)
      .map(({ place }) => place);
  const shown = sharedBox(visible, bounds);
  const showing = shown ? tilesOver(shown, side) : [];
  const keys = new Set(showing.map(tileKey));
  const around = sharedBox(keptBox(visible, side), bounds);
  const beside = around ? tilesOver(around, side).filter((place) => !keys.has(tileKey(place))) : [];
  return { visible: sorted(showing, false), ahead: sorted(beside, true) };
}

/** How far around what shows tiles are painted ahead and kept, mostly along the page; device px. */
export function keptBox(visible: Box, side = TILE_SIDE): Box {
  return grownBox(visible, side / 4, side);
}

/**
 * How many bitmaps of a tile's size a view needs at most: what shows and what lies ahead, twice what
 * shows while it is painted anew behind and while what lies above a moving block stands apart.
 */
export function poolCapacity(widthPx: number, heightPx: number, side = TILE_SIDE): number {
  const across = (width: number): number => Math.ceil(width / side) + 1;
  const shown = across(widthPx) * across(heightPx);
  const kept = across(widthPx + side / 2) * across(heightPx + 2 * side);
  return kept + 2 * shown;
}
