import type { Box } from '@cobble/engine';
import type { PageSplit } from '../moving/splitPage.ts';
import {
  grownBox,
  holdsBox,
  joinedBox,
  sharedBox,
  tileBox,
  tileKey,
  type TilePlace,
  wholeBox,
} from './tileGrid.ts';
import type { ShownImage } from '../ShownImage.ts';
import type { TileJob } from './TileJob.ts';

/** A bitmap for each band of the page; null where a band is empty. */
export type TileImages = readonly (ShownImage | null)[];

/** A part of a tile in whole device px, and the split it was computed for. */
export interface SplitPart {
  readonly split: PageSplit;
  readonly part: Box;
}

/** One tile: the bitmaps it shows, its dirty region, and its paint job. */
export class Tile {
  readonly key: string;
  /** The area that it covers, device px. */
  readonly box: Box;
  /** The bitmaps it shows; null before the first painting. */
  shown: TileImages | null = null;
  /** The split whose bands it shows; null when all bands are one bitmap. */
  shownSplit: PageSplit | null = null;
  /** Bitmaps of former bands, visible until the moving layer between them is removed. */
  retired: readonly ShownImage[] = [];
  /** Painted bitmaps that wait to be shown together with other tiles. */
  next: TileImages | null = null;
  job: TileJob | null = null;
  /** Its dirty region in whole device px; null when it is up to date. */
  dirty: Box | null;
  /** The part that is split into bands; outside it, all bands are one bitmap. */
  apart: SplitPart | null = null;
  /** The part that is known to have nothing above the lifted blocks. */
  flat: SplitPart | null = null;

  constructor(place: TilePlace) {
    this.key = tileKey(place);
    this.box = tileBox(place);
    this.dirty = this.box;
  }

  /** Whether all of it is dirty, so that marking can be skipped. */
  get isWhollyDirty(): boolean {
    return this.dirty !== null && holdsBox(this.dirty, this.box);
  }

  /** Adds an area to its dirty region, with a margin for antialiased edges. */
  mark(area: Box): void {
    const { x, y, width, height } = this.box;
    // Called for each of thousands of blocks that change at once.
    if (area.x > x + width + 1 || area.x + area.width < x - 1) return;
    if (area.y > y + height + 1 || area.y + area.height < y - 1) return;
    const part = sharedBox(wholeBox(grownBox(area, 1)), this.box);
    if (part) this.markPart(part);
  }

  /** Adds exactly this area to its dirty region, in whole device px. */
  markPart(part: Box): void {
    this.dirty = joinedBox(this.dirty, part);
  }

  /** Marks all of it as dirty. */
  markWhole(): void {
    this.dirty = this.box;
  }

  /** Whether what it shows, or is about to show, is up to date. */
  get isDone(): boolean {
    return this.dirty === null && this.job === null;
  }
}
