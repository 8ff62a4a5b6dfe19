import RBush, { type BBox } from 'rbush';
import type { Box, Point } from '../model/Position.ts';
import { boundsOfRotated, containsPoint } from './boxes.ts';

/**
 * Finds blocks by position. Boxes are the bounds of the rotated blocks, in the space of the index:
 * page space for `Editor.index`.
 */
export interface SpatialIndex {
  /** Ids of the blocks whose bounds overlap or touch the box, in paint order (lowest first). */
  search(box: Box): readonly string[];
  /** Ids of the blocks whose rotated shape contains the point, topmost first. */
  at(point: Point): readonly string[];
  /** The bounds of a rotated block, or null if it is not in the index. */
  boundsOf(uuid: string): Box | null;
}

/** An entry of the index. */
export interface SpatialEntry {
  readonly uuid: string;
  /** The block's unrotated box, in the space of the index: the page's, or one section's. */
  readonly box: Box;
  /** Clockwise about the box's centre. */
  readonly rotationDeg: number;
  /** From `paintKey`. */
  readonly paintKey: string;
}

/** A spatial index that its owner updates. */
export interface MutableSpatialIndex extends SpatialIndex {
  /** The number of blocks. */
  readonly size: number;
  /** Adds or updates a block; a no-op if nothing changed. */
  upsert(uuid: string, box: Box, rotationDeg: number, paintKey: string): void;
  /** `upsert` for many blocks; rebuilds the index if that is faster. */
  upsertAll(entries: readonly SpatialEntry[]): void;
  /** Replaces all entries; faster than the same number of `upsert`s. */
  load(entries: Iterable<SpatialEntry>): void;
  remove(uuid: string): void;
  clear(): void;
}

interface Item extends SpatialEntry, BBox {}

const byPaintOrder = (a: Item, b: Item): number =>
  a.paintKey < b.paintKey ? -1 : a.paintKey > b.paintKey ? 1 : 0;

function itemOf({ uuid, box, rotationDeg, paintKey }: SpatialEntry): Item {
  const bounds = boundsOfRotated(box, rotationDeg);
  return {
    uuid,
    box,
    rotationDeg,
    paintKey,
    minX: bounds.x,
    minY: bounds.y,
    maxX: bounds.x + bounds.width,
    maxY: bounds.y + bounds.height,
  };
}

/**
 * The fraction of changed entries at which rebuilding becomes faster: moving one entry costs as
 * much as loading several.
 */
const REBUILD_RATIO = 1 / 4;

const sameBox = (a: Box, b: Box): boolean =>
  a === b || (a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height);

/** Creates an empty index (an R-tree). A search, hit test or update takes microseconds. */
export function createSpatialIndex(): MutableSpatialIndex {
  const tree = new RBush<Item>();
  const items = new Map<string, Item>();

  const findItems = (box: Box): Item[] =>
    tree
      .search({ minX: box.x, minY: box.y, maxX: box.x + box.width, maxY: box.y + box.height })
      .sort(byPaintOrder);

  const isUnchanged = ({ uuid, box, rotationDeg, paintKey }: SpatialEntry): boolean => {
    const old = items.get(uuid);
    if (!old || old.rotationDeg !== rotationDeg || !sameBox(old.box, box)) return false;
    return old.paintKey === paintKey;
  };
  const replace = (entry: SpatialEntry): void => {
    const old = items.get(entry.uuid);
    if (old) tree.remove(old);
    const item = itemOf(entry);
    items.set(entry.uuid, item);
    tree.insert(item);
  };

  return {
    get size() {
      return items.size;
    },
    upsert(uuid, box, rotationDeg, paintKey) {
      const entry = { uuid, box, rotationDeg, paintKey };
      if (!isUnchanged(entry)) replace(entry);
    },
    upsertAll(entries) {
      const changed = entries.filter((entry) => !isUnchanged(entry));
      if (changed.length < 8 || changed.length < items.size * REBUILD_RATIO) {
        for (const entry of changed) replace(entry);
        return;
      }
      for (const entry of changed) items.set(entry.uuid, itemOf(entry));
      tree.clear();
      tree.load([...items.values()]);
    },
    load(entries) {
      tree.clear();
      items.clear();
      for (const entry of entries) items.set(entry.uuid, itemOf(entry));
      tree.load([...items.values()]);
    },
    remove(uuid) {
      const old = items.get(uuid);
      if (!old) return;
      items.delete(uuid);
      tree.remove(old);
    },
    clear() {
      tree.clear();
      items.clear();
    },
    search: (box) => findItems(box).map((item) => item.uuid),
    at: (point) =>
      findItems({ ...point, width: 0, height: 0 })
        .filter((item) => containsPoint(item.box, item.rotationDeg, point))
        .reverse()
        .map((item) => item.uuid),
    boundsOf(uuid) {
      const item = items.get(uuid);
      if (!item) return null;
      return {
        x: item.minX,
        y: item.minY,
        width: item.maxX - item.minX,
        height: item.maxY - item.minY,
      };
    },
  };
}
