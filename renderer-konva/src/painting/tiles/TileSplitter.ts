import type { Box } from '@cobble/engine';
import type { MovingLayer } from '../moving/MovingLayer.ts';
import type { Tile } from './Tile.ts';
import {
  containsBox,
  expandBox,
  intersectBoxes,
  roundOutBox,
  unionBoxes,
} from '../../paint/boxes.ts';
import { type TilePosition } from './tileGrid.ts';
import type { TileLevel } from './TileLevel.ts';
import type { TilePlanner } from './TilePlanner.ts';

/** Lifted blocks keep at least this distance from the edge of the split part; device px. */
const NEAR_PX = 8;
/** How far around lifted blocks a new or enlarged part reaches; device px. */
const REACH_PX = 64;
/**
 * A part that takes more of its tile than this becomes the whole tile, so that it need not grow
 * again.
 */
const MAX_RATIO = 0.4;

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
  update(level: TileLevel, visible: readonly TilePosition[], moving: MovingLayer | null): void {
    const split = moving?.split ?? null;
    for (const tile of level.tiles.values()) {
      if (tile.splitPart && tile.splitPart.split !== split) {
        tile.markPart(tile.splitPart.part);
        tile.splitPart = null;
      }
      if (tile.flatPart && tile.flatPart.split !== split) tile.flatPart = null;
    }
    if (!moving || !split) return;
    const areas = moving.areas().map((area) => expandBox(level.space.toDevice(area), NEAR_PX));
    for (const position of visible) {
      const tile = level.tileAt(position);
      const near = areas.reduce<Box | null>((all, area) => {
        const shared = intersectBoxes(area, tile.box);
        return shared ? unionBoxes(all, shared) : all;
      }, null);
      if (!near) continue;
      if (tile.splitPart) {
        this.#widen(tile, tile.splitPart.part, near);
        continue;
      }
      if (tile.flatPart?.split === split && containsBox(tile.flatPart.part, near)) continue;
      const part = partOf(tile, roundOutBox(expandBox(near, REACH_PX)));
      if (this.#planner.hasUpperBand(level.space.toPage(part), split)) {
        tile.splitPart = { split, part };
        tile.markPart(part);
      } else tile.flatPart = { split, part };
    }
  }

  /** Enlarges a part to contain the lifted blocks again; only the added area is repainted. */
  #widen(tile: Tile, part: Box, near: Box): void {
    if (!tile.splitPart || containsBox(part, near)) return;
    const right = Math.max(part.x + part.width, beyond(near.x + near.width, part.x + part.width));
    const bottom = Math.max(
      part.y + part.height,
      beyond(near.y + near.height, part.y + part.height),
    );
    const x = -beyond(-near.x, -part.x);
    const y = -beyond(-near.y, -part.y);
    const wider = partOf(tile, { x, y, width: right - x, height: bottom - y });
    tile.splitPart = { ...tile.splitPart, part: wider };
    for (const added of boxesBeside(wider, part)) tile.markPart(added);
  }
}

/** Clips a box to a tile; returns the whole tile when the result is large. */
function partOf({ box }: Tile, wanted: Box): Box {
  const part = intersectBoxes(wanted, box);
  const isSmall = part && part.width * part.height < MAX_RATIO * box.width * box.height;
  return isSmall ? part : box;
}

/** The new position of an edge at `edge` when lifted blocks reach to `near`. */
function beyond(near: number, edge: number): number {
  return near > edge ? Math.ceil(near + REACH_PX) : edge;
}

/** The parts of a box that are outside a smaller box within it. */
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
