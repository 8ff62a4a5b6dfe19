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

/** An image for each band of the page; null where there is nothing to show. */
export type TileImages = readonly (ShownImage | null)[];

/** A part of a tile and the split for which it was looked at; whole device px. */
export interface SplitPart {
  readonly split: PageSplit;
  readonly part: Box;
}

/** One tile of a plane: what it shows, and what is to be painted anew. */
export class Tile {
  readonly key: string;
  /** What it covers, device px. */
  readonly box: Box;
  /** What it shows; null until it was painted for the first time. */
  shown: TileImages | null = null;
  /** The split whose bands it shows; null where all bands are one image. */
  shownSplit: PageSplit | null = null;
  /** Images of bands that it has no longer, in sight until what has moved among them is let go. */
  retired: readonly ShownImage[] = [];
  /** What is painted and waits to be shown together with other tiles. */
  next: TileImages | null = null;
  job: TileJob | null = null;
  /** What of it is out of date, whole device px; null for nothing. */
  dirty: Box | null;
  /** The part in which it is to show bands; outside of it all of them are one image. */
  apart: SplitPart | null = null;
  /** The part of which it is known that nothing in it lies above what moves. */
  flat: SplitPart | null = null;

  constructor(place: TilePlace) {
    this.key = tileKey(place);
    this.box = tileBox(place);
    this.dirty = this.box;
  }

  /** Whether all of it is out of date: nothing more can be said of it. */
  get isWhollyDirty(): boolean {
    return this.dirty !== null && holdsBox(this.dirty, this.box);
  }

  /** Says that a part of it is out of date, with the soft edges round it. */
  mark(area: Box): void {
    const { x, y, width, height } = this.box;
    // Asked for each of thousands of blocks that change at once.
    if (area.x > x + width + 1 || area.x + area.width < x - 1) return;
    if (area.y > y + height + 1 || area.y + area.height < y - 1) return;
    const part = sharedBox(wholeBox(grownBox(area, 1)), this.box);
    if (part) this.markPart(part);
  }

  /** Says that just so much of it is out of date, in whole device px. */
  markPart(part: Box): void {
    this.dirty = joinedBox(this.dirty, part);
  }

  /** Says that all of it is out of date. */
  markWhole(): void {
    this.dirty = this.box;
  }

  /** Whether what it shows, or what waits to be shown, is how the page is now. */
  get isDone(): boolean {
    return this.dirty === null && this.job === null;
  }
}
