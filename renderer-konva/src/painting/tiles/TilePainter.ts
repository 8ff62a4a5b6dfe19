import type { Box, Point } from '@cobble/engine';
import type { CanvasView } from '../../view/CanvasView.ts';
import type { MovingLayer } from '../moving/MovingLayer.ts';
import type { PaintStep } from '../planPainting.ts';
import type { ResourceUses } from '../ResourceUses.ts';
import { DeviceSpace } from '../DeviceSpace.ts';
import { BitmapCanvas } from '../BitmapCanvas.ts';
import type { Tile } from './Tile.ts';
import { intersectBoxes } from '../../paint/boxes.ts';
import { retainedBox, orderTiles, poolCapacity, type TileOrder } from './tileGrid.ts';
import { TileJob } from './Tile.ts';
import { TileLevel } from './TileLevel.ts';
import type { TilePlanner } from './TilePlanner.ts';
import { TilePool } from './TilePool.ts';
import { TileRepainter } from './TileRepainter.ts';
import { PaintBufferPool } from './TilePool.ts';
import { TileSplitter } from './TileSplitter.ts';

/** Time per frame to paint visible tiles, and tiles that are not visible yet; ms. */
const VISIBLE_MS = 7;
const AHEAD_MS = 3;
/** Time per frame to repaint small dirty regions in place. */
const IN_PLACE_MS = 5;
/** Time per frame while nothing is visible yet. */
const FIRST_MS = 32;

const NONE: ReadonlySet<Tile> = new Set();

/** What remains to be painted after a frame. */
export interface RemainingTiles {
  /** Whether a visible tile is not up to date. */
  readonly hasVisible: boolean;
  /** Whether another frame has something to paint. */
  readonly hasAny: boolean;
}

/** Keeps the tiles of a view painted: visible tiles first, then tiles that will soon be visible. */
export class TilePainter {
  readonly #planner: TilePlanner;
  readonly #uses: ResourceUses;
  readonly #now: () => number;
  readonly #pool = new TilePool<BitmapCanvas>(() => new BitmapCanvas());
  readonly #buffers = new PaintBufferPool();
  readonly #splitter: TileSplitter;
  readonly #repainter: TileRepainter;
  #front: TileLevel | null = null;
  /** The tiles of another zoom, until they can be shown. */
  #back: TileLevel | null = null;
  #lastVisible: Box | null = null;
  #heading: Point = { x: 0, y: 1 };

  constructor(
    planner: TilePlanner,
    uses: ResourceUses,
    now: () => number = () => performance.now(),
  ) {
    this.#planner = planner;
    this.#uses = uses;
    this.#now = now;
    this.#splitter = new TileSplitter(planner);
    this.#repainter = new TileRepainter(planner, this.#pool, { buffers: this.#buffers, uses });
  }

  /** Marks an area of page space as dirty. */
  mark(area: Box): void {
    this.#front?.mark(area);
    this.#back?.mark(area);
  }

  /** Marks everything as dirty. */
  markAll(): void {
    for (const level of [this.#front, this.#back])
      for (const tile of level?.tiles.values() ?? []) tile.markWhole();
  }

  /** Removes the tiles from elements of a moving layer that is being removed. */
  removeFrom(hosts: readonly HTMLElement[]): void {
    for (const host of hosts) this.#front?.removeFrom(host);
    this.#front?.releaseRetired();
  }

  /** Releases everything. */
  clear(): void {
    this.#front?.clear();
    this.#back?.clear();
    this.#front = null;
    this.#back = null;
  }

  /**
   * Paints for as long as a frame allows.
   *
   * @param base contains the tiles of band 0, below the moving layer
   * @param isBusy whether a gesture needs the frames: tiles that are not visible are then painted
   *   only while it scrolls
   */
  frame(
    view: CanvasView,
    dpr: number,
    base: HTMLElement,
    moving: MovingLayer | null,
    isBusy: boolean,
  ): RemainingTiles {
    const start = this.#now();
    const level = this.#levelFor(view, dpr);
    this.#pool.setCapacity(poolCapacity(view.width * dpr, view.height * dpr));
    const visibleBefore = this.#lastVisible;
    const order = this.#orderFor(level, view);
    const isScrolled =
      visibleBefore?.x !== this.#lastVisible?.x || visibleBefore?.y !== this.#lastVisible?.y;
    this.#splitter.update(level, order.visible, moving);
    const hosts = [base, ...(moving?.bands ?? [])];
    const isOver = (): boolean => this.#now() >= start + IN_PLACE_MS;
    const waiting =
      level === this.#front
        ? this.#repainter.repaint(level, order.visible, moving?.split ?? null, hosts, isOver)
        : NONE;
    const isFirst = [...(this.#front?.tiles.values() ?? [])].every(({ shown }) => !shown);
    const visibleEnd = start + (isFirst ? FIRST_MS : VISIBLE_MS);
    const hasVisible = !this.#paintVisible(level, order, moving, hosts, waiting, visibleEnd);
    if (hasVisible) return { hasVisible, hasAny: true };
    this.#showPainted(level, view, hosts);
    const hasAhead =
      (!isBusy || isScrolled) && this.#paintAhead(level, order, moving, hosts, start + AHEAD_MS);
    const isOtherZoom = !level.space.isLike(new DeviceSpace(view, dpr));
    return { hasVisible: isOtherZoom, hasAny: hasAhead || isOtherZoom };
  }

  /**
   * The tiles to paint: a new level at a new zoom, which is shown when all visible tiles are
   * painted.
   */
  #levelFor(view: CanvasView, dpr: number): TileLevel {
    const space = new DeviceSpace(view, dpr);
    const front = (this.#front ??= new TileLevel(space, this.#pool));
    front.place(view);
    if (front.space.isLike(space)) {
      this.#back?.clear();
      this.#back = null;
      return front;
    }
    // Finish a level of an intermediate zoom first: a continuing zoom shows it.
    return (this.#back ??= new TileLevel(space, this.#pool));
  }

  #orderFor(level: TileLevel, view: CanvasView): TileOrder {
    const visible = level.space.visibleIn(view);
    const last = this.#lastVisible;
    if (last && (last.x !== visible.x || last.y !== visible.y))
      this.#heading = { x: visible.x - last.x, y: visible.y - last.y };
    this.#lastVisible = visible;
    const retained = retainedBox(visible);
    for (const tile of [...level.tiles.values()])
      if (!intersectBoxes(tile.box, retained)) level.drop(tile);
    const { pxPerUnit } = view;
    const bounds = level.space.toDevice({
      x: -view.windowLeft / pxPerUnit,
      y: 0,
      width: view.contentWidth / pxPerUnit,
      height: view.contentHeight / pxPerUnit,
    });
    return orderTiles(visible, bounds, this.#heading);
  }

  /** Paints visible tiles. Returns whether all of them are painted. */
  #paintVisible(
    level: TileLevel,
    { visible }: TileOrder,
    moving: MovingLayer | null,
    hosts: readonly HTMLElement[],
    waiting: ReadonlySet<Tile>,
    end: number,
  ): boolean {
    const isOver = (): boolean => this.#now() >= end;
    for (const position of visible) {
      const tile = level.tileAt(position);
      if (waiting.has(tile)) continue;
      if (!this.#paintTile(level, tile, moving, isOver)) return false;
      // Nothing was visible here before, so there is nothing to wait for.
      if (level === this.#front && !tile.shown) this.#show(level, tile, hosts);
      if (isOver()) break;
    }
    return visible.every((position) => level.tileAt(position).isDone);
  }

  /** Paints the next tile that is not visible yet. Returns whether there is more to paint. */
  #paintAhead(
    level: TileLevel,
    { ahead }: TileOrder,
    moving: MovingLayer | null,
    hosts: readonly HTMLElement[],
    end: number,
  ): boolean {
    const isOver = (): boolean => this.#now() >= end;
    for (const position of ahead) {
      const tile = level.tileAt(position);
      if (tile.isDone) continue;
      if (isOver() || !this.#paintTile(level, tile, moving, isOver)) return true;
      const isEmpty = tile.next?.every((bitmap) => !bitmap) ?? true;
      this.#show(level, tile, hosts);
      if (!isEmpty) return ahead.some((each) => !level.tileAt(each).isDone);
    }
    return false;
  }

  /** Paints a tile in the background. Returns whether it is done. */
  #paintTile(
    level: TileLevel,
    tile: Tile,
    moving: MovingLayer | null,
    isOver: () => boolean,
  ): boolean {
    if (tile.dirty) {
      level.stop(tile);
      if (!this.#beginTile(level, tile, moving)) return false;
      tile.dirty = null;
    }
    if (!tile.job) return true;
    if (!tile.job.run(isOver)) return false;
    tile.next = tile.job.images;
    tile.job = null;
    return true;
  }

  #beginTile(level: TileLevel, tile: Tile, moving: MovingLayer | null): boolean {
    // A full repaint splits the whole tile.
    const splitPart = tile.splitPart && { ...tile.splitPart, part: tile.box };
    for (const own of splitPart ? [splitPart, null] : [null]) {
      // No bitmaps left for its bands: lifted blocks are shown above all of it.
      if (splitPart && !own) tile.flatPart = splitPart;
      tile.splitPart = own;
      const area = level.space.toPage(tile.box);
      const bands = own
        ? this.#planner.bands(area, own.split)
        : [this.#planner.flat(area, moving?.split ?? null)];
      const bitmaps = this.#take(bands);
      if (!bitmaps) continue;
      const tools = { space: level.space, buffers: this.#buffers, uses: this.#uses };
      tile.job = new TileJob(tools, tile.box, bands, bitmaps);
      return true;
    }
    return false;
  }

  #take(bands: Bands): (BitmapCanvas | null)[] | null {
    const bitmaps: (BitmapCanvas | null)[] = [];
    for (const steps of bands) {
      const bitmap = steps.length > 0 ? this.#pool.take() : null;
      if (steps.length > 0 && !bitmap) {
        for (const taken of bitmaps) if (taken) this.#pool.release(taken);
        return null;
      }
      bitmaps.push(bitmap);
    }
    return bitmaps;
  }

  /** Shows all painted tiles at once; a complete level replaces the previous one. */
  #showPainted(level: TileLevel, view: CanvasView, hosts: readonly HTMLElement[]): void {
    const old = level === this.#back ? this.#front : null;
    if (old) {
      this.#front = level;
      this.#back = null;
      level.place(view);
    }
    for (const tile of level.tiles.values()) if (tile.next) this.#show(level, tile, hosts);
    old?.clear();
  }

  #show(level: TileLevel, tile: Tile, hosts: readonly HTMLElement[]): void {
    if (!tile.next) return;
    level.show(tile, tile.next, hosts);
    tile.next = null;
  }
}

type Bands = readonly (readonly PaintStep[])[];
