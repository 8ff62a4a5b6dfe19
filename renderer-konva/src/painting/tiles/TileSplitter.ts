import type { Box } from '@cobble/engine';
import type { SplitView } from '../moving/MovingLayer.ts';
import type { Tile } from './Tile.ts';
import { grownBox, holdsBox, joinedBox, sharedBox, type TilePlace, wholeBox } from './tileGrid.ts';
import type { TilePlane } from './TileLevel.ts';
import type { TilePlanner } from './TilePlanner.ts';

/** Lifted blocks keep at least this distance to the edge of the split part; device px. */
const NEAR_PX = 8;
/** How far around lifted blocks a new or enlarged part reaches; device px. */
const REACH_PX = 64;
/**
 * A part that takes more of its tile than this becomes the whole tile, so that it need not grow
 * again.
 */
const MOST_RATIO = 0.4;

/**
 * Splits tiles into bands where blocks are lifted, and only there: within a part around lifted
 * blocks, what is above them gets bitmaps of its own; outside it the tile stays one bitmap. The
 * part's edges are whole device px, so they are invisible.
 */
export class TileSplitter {
  readonly #planner: TilePlanner;

  constructor(planner: TilePlanner) {
    this.#planner = planner;
  }

  /** Updates the split parts of all tiles and marks what must be repainted. */
  update(plane: TilePlane, visible: readonly TilePlace[], moving: SplitView | null): void {
    const split = moving?.split ?? null;
    for (const tile of plane.tiles.values()) {
      if (tile.apart && tile.apart.split !== split) {
        tile.markPart(tile.apart.part);
        tile.apart = null;
      }
      if (tile.flat && tile.flat.split !== split) tile.flat = null;
    }
    if (!moving || !split) return;
    const areas = moving.areas().map((area) => grownBox(plane.space.toDevice(area), NEAR_PX));
    for (const place of visible) {
      const tile = plane.tileAt(place);
      const near = areas.reduce<Box | null>((all, area) => {
        const shared = sharedBox(area, tile.box);
        return shared ? joinedBox(all, shared) : all;
      }, null);
      if (!near) continue;
      if (tile.apart) {
        this.#widen(tile, tile.apart.part, near);
        continue;
      }
      if (tile.flat?.split === split && holdsBox(tile.flat.part, near)) continue;
      const part = partOf(tile, wholeBox(grownBox(near, REACH_PX)));
      if (this.#planner.hasUpperBand(plane.space.toPage(part), split)) {
        tile.apart = { split, part };
        tile.markPart(part);
      } else tile.flat = { split, part };
    }
  }

  /** Enlarges a part to contain the lifted blocks again; only the added area is repainted. */
  #widen(tile: Tile, part: Box, near: Box): void {
    if (!tile.apart || holdsBox(part, near)) return;
    const right = Math.max(part.x + part.width, beyond(near.x + near.width, part.x + part.width));
    const bottom = Math.max(
      part.y + part.height,
      beyond(near.y + near.height, part.y + part.height),
    );
    const x = -beyond(-near.x, -part.x);
    const y = -beyond(-near.y, -part.y);
    const wider = partOf(tile, { x, y, width: right - x, height: bottom - y });
    tile.apart = { ...tile.apart, part: wider };
    for (const won of boxesBeside(wider, part)) tile.markPart(won);
  }
}

/** Clips a box to a tile; returns the whole tile when the result is large. */
function partOf({ box }: Tile, wanted: Box): Box {
  const part = sharedBox(wanted, box);
  const isSmall = part && part.width * part.height < MOST_RATIO * box.width * box.height;
  return isSmall ? part : box;
}

/** The new position of an edge at `edge` when lifted blocks reach to `near`. */
function beyond(near: number, edge: number): number {
  return near > edge ? Math.ceil(near + REACH_PX) : edge;
}

/** The parts of a box outside a smaller one in it. */
function boxesBeside(outer: Box, inner: Box): readonly Box[] {
  const right = inner.x + inner.width;
  const bottom = inner.y + inner.height;
  return [
    { ...outer, width: inner.x - outer.x },
    { ...outer, x: right, width: outer.x + outer.width - right },
    { ...outer, height: inner.y - outer.y },
    { ...outer, y: bottom, height: outer.y + outer.height - bottom },
  ].filter(({ width, height }) => width > 0 && height > 0);
}
