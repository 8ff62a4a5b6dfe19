import RBush, { type BBox } from 'rbush';
import type { Box } from '../model/Position.ts';
import { boundsOfRotated, holdsPoint } from './boxes.ts';
import type { SpatialIndex } from './SpatialIndex.ts';

/** What the index knows of a block. */
export interface SpatialEntry {
  readonly uuid: string;
  /** The block's unrotated box in page space. */
  readonly box: Box;
  /** Clockwise about the box's centre. */
  readonly rotationDeg: number;
  /** From `paintKey`. */
  readonly paintKey: string;
}

/** A spatial index that its owner keeps up to date. */
export interface MutableSpatialIndex extends SpatialIndex {
  /** How many blocks it holds. */
  readonly size: number;
  /** Adds a block or moves it; costs nothing when neither place nor order changed. */
  upsert(uuid: string, box: Box, rotationDeg: number, paintKey: string): void;
  /** Replaces all entries; faster than so many `upsert`s. */
  load(entries: Iterable<SpatialEntry>): void;
  remove(uuid: string): void;
  clear(): void;
}

interface Item extends SpatialEntry, BBox {}

const byPaint = (a: Item, b: Item): number =>
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

const sameBox = (a: Box, b: Box): boolean =>
  a === b || (a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height);

/** Makes an empty index (an R-tree): microseconds for a search, a hit or an update. */
export function createSpatialIndex(): MutableSpatialIndex {
  const tree = new RBush<Item>();
  const items = new Map<string, Item>();

  const find = (box: Box): Item[] =>
    tree
      .search({ minX: box.x, minY: box.y, maxX: box.x + box.width, maxY: box.y + box.height })
      .sort(byPaint);

  return {
    get size() {
      return items.size;
    },
    upsert(uuid, box, rotationDeg, paintKey) {
      const old = items.get(uuid);
      if (old) {
        const inPlace = old.rotationDeg === rotationDeg && sameBox(old.box, box);
        if (inPlace && old.paintKey === paintKey) return;
        tree.remove(old);
      }
      const item = itemOf({ uuid, box, rotationDeg, paintKey });
      items.set(uuid, item);
      tree.insert(item);
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
    search: (box) => find(box).map((item) => item.uuid),
    at: (point) =>
      find({ ...point, width: 0, height: 0 })
        .filter((item) => holdsPoint(item.box, item.rotationDeg, point))
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
