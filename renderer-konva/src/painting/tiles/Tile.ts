import type { Box } from '@cobble/engine';
import type { PaintBuffer, BitmapCanvas } from '../BitmapCanvas.ts';
import type { DeviceSpace } from '../DeviceSpace.ts';
import type { ResourceUses } from '../ResourceUses.ts';
import type { PageSplit } from '../moving/PageSplit.ts';
import type { PaintStep } from '../planPainting.ts';
import type { PaintBufferPool } from './TilePool.ts';
import {
  containsBox,
  expandBox,
  intersectBoxes,
  roundOutBox,
  unionBoxes,
} from '../../paint/boxes.ts';
import { type TilePosition, tileBox, tileKey } from './tileGrid.ts';

/** A bitmap for each band of the page; null where a band is empty. */
export type TileImages = readonly (BitmapCanvas | null)[];

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
  retired: readonly BitmapCanvas[] = [];
  /** Painted bitmaps that wait to be shown together with other tiles. */
  next: TileImages | null = null;
  job: TileJob | null = null;
  /** Its dirty region in whole device px; null when it is up to date. */
  dirty: Box | null;
  /** The part that is split into bands; outside it, all bands are one bitmap. */
  splitPart: SplitPart | null = null;
  /**
   * The part that was left without bands, because nothing in it is above the lifted blocks or
   * because no bitmaps were left.
   */
  flatPart: SplitPart | null = null;

  constructor(position: TilePosition) {
    this.key = tileKey(position);
    this.box = tileBox(position);
    this.dirty = this.box;
  }

  /** Whether all of it is dirty, so that marking can be skipped. */
  get isWhollyDirty(): boolean {
    return this.dirty !== null && containsBox(this.dirty, this.box);
  }

  /** Adds an area to its dirty region, with a margin for antialiased edges. */
  mark(area: Box): void {
    const { x, y, width, height } = this.box;
    // Called for each of thousands of blocks that change at once.
    if (area.x > x + width + 1 || area.x + area.width < x - 1) return;
    if (area.y > y + height + 1 || area.y + area.height < y - 1) return;
    const part = intersectBoxes(roundOutBox(expandBox(area, 1)), this.box);
    if (part) this.markPart(part);
  }

  /** Adds exactly this area to its dirty region, in whole device px. */
  markPart(part: Box): void {
    this.dirty = unionBoxes(this.dirty, part);
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

/** Number of steps painted between two checks of the clock. */
const STEPS_PER_CHECK = 8;

/** What a paint job needs. */
export interface TileTools {
  readonly space: DeviceSpace;
  readonly buffers: PaintBufferPool;
  readonly uses: ResourceUses;
}

/** Paints a tile on a hidden buffer, over as many frames as it takes. */
export class TileJob {
  /** The bitmaps, band by band; complete when the job is done. */
  readonly images: (BitmapCanvas | null)[];
  readonly #tools: TileTools;
  readonly #box: Box;
  readonly #bands: readonly (readonly PaintStep[])[];
  #buffer: PaintBuffer | null = null;
  #band = 0;
  #step = 0;

  /** @param images one for each band that has steps, null for the others */
  constructor(
    tools: TileTools,
    box: Box,
    bands: readonly (readonly PaintStep[])[],
    images: (BitmapCanvas | null)[],
  ) {
    this.#tools = tools;
    this.#box = box;
    this.#bands = bands;
    this.images = images;
  }

  /** Paints until it is done or out of time. Returns whether it is done. */
  run(isOver: () => boolean): boolean {
    for (; this.#band < this.#bands.length; this.#band += 1) {
      const image = this.images[this.#band];
      if (image && !this.#paint(image, this.#bands[this.#band] ?? [], isOver)) return false;
      this.#step = 0;
    }
    return true;
  }

  /** Releases its buffer. */
  stop(): void {
    if (this.#buffer) this.#tools.buffers.release(this.#buffer);
    this.#buffer = null;
  }

  #paint(image: BitmapCanvas, steps: readonly PaintStep[], isOver: () => boolean): boolean {
    const { space, buffers, uses } = this.#tools;
    if (!this.#buffer) {
      this.#buffer = buffers.take();
      if (!this.#buffer) return false;
      space.transform(this.#buffer.context, this.#box);
    }
    const { canvas, context } = this.#buffer;
    while (this.#step < steps.length) {
      const step = steps[this.#step];
      this.#step += 1;
      if (!step) continue;
      uses.begin(step.uuid);
      step.paint(context);
      if (this.#step % STEPS_PER_CHECK === 0 && isOver()) return false;
    }
    image.show(canvas);
    this.stop();
    return true;
  }
}
