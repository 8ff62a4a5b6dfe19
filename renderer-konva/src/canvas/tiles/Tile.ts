import type { Box } from '@cobble/engine';
import type { PageSplit } from '../moving/splitPage.ts';
import { joinedBox, sharedBox, tileBox, tileKey, type TilePlace } from './tileGrid.ts';
import type { ShownPicture } from '../ShownPicture.ts';
import type { TileJob } from './TileJob.ts';

/** A picture for each band of the page; null where there is nothing to show. */
export type TilePictures = readonly (ShownPicture | null)[];

/** One tile of a plane: what it shows, and what is to be painted anew. */
export class Tile {
  readonly key: string;
  /** What it covers, device px. */
  readonly box: Box;
  /** What it shows; null until it was painted for the first time. */
  shown: TilePictures | null = null;
  /** What is painted and waits to be shown together with other tiles. */
  next: TilePictures | null = null;
  job: TileJob | null = null;
  /** What of it is out of date, device px; null for nothing. */
  dirty: Box | null;
  /** The split whose bands its pictures are; null where all bands are one picture. */
  split: PageSplit | null = null;
  /** The split of which it is known that nothing in this tile lies above what moves. */
  flatIn: PageSplit | null = null;

  constructor(place: TilePlace) {
    this.key = tileKey(place);
    this.box = tileBox(place);
    this.dirty = this.box;
  }

  /** Says that a part of it is out of date; returns whether any of it is. */
  mark(area: Box): boolean {
    const part = sharedBox(area, this.box);
    if (part) this.dirty = joinedBox(this.dirty, part);
    return part !== null;
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
