import type { Box, Point } from '@cobble/engine';
import type { CanvasView } from '../../view/CanvasView.ts';
import type { SplitView } from '../moving/MovingLayer.ts';
import type { PaintStep } from '../planPainting.ts';
import type { PaintUses } from '../ResourceUses.ts';
import { PlaneSpace } from '../DeviceSpace.ts';
import { ShownImage } from '../BitmapCanvas.ts';
import type { Tile } from './Tile.ts';
import { keptBox, orderTiles, poolCapacity, sharedBox, type TileOrder } from './tileGrid.ts';
import { TileJob } from './Tile.ts';
import { TilePlane } from './TileLevel.ts';
import type { TilePlanner } from './TilePlanner.ts';
import { TilePool } from './TilePool.ts';
import { TileRepainter } from './TileRepainter.ts';
import { TileSheets } from './TilePool.ts';
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
export interface TilesLeft {
  /** Whether visible tiles are not up to date. */
  readonly isVisibleLeft: boolean;
  /** Whether another frame has something to paint. */
  readonly isAnythingLeft: boolean;
}

/** Keeps the tiles of a view painted: visible tiles first, then tiles that will soon be visible. */
export class TilePainter {
  readonly #planner: TilePlanner;
  readonly #uses: PaintUses;
  readonly #now: () => number;
  readonly #pool = new TilePool<ShownImage>(() => new ShownImage());
  readonly #sheets = new TileSheets();
  readonly #splitter: TileSplitter;
  readonly #repainter: TileRepainter;
  #front: TilePlane | null = null;
  /** The tiles of another zoom, until they can be shown. */
  #back: TilePlane | null = null;
  #lastVisible: Box | null = null;
  #heading: Point = { x: 0, y: 1 };

  constructor(planner: TilePlanner, uses: PaintUses, now: () => number = () => performance.now()) {
    this.#planner = planner;
    this.#uses = uses;
    this.#now = now;
    this.#splitter = new TileSplitter(planner);
    this.#repainter = new TileRepainter(planner, this.#pool, { sheets: this.#sheets, uses });
  }

  /** Marks an area of page space as dirty. */
  mark(area: Box): void {
    this.#front?.mark(area);
    this.#back?.mark(area);
  }

  /** Marks everything as dirty. */
  markAll(): void {
    for (const plane of [this.#front, this.#back])
      for (const tile of plane?.tiles.values() ?? []) tile.markWhole();
  }

  /** Removes the tiles from elements of a moving layer that is being removed. */
  leave(hosts: readonly HTMLElement[]): void {
    for (const host of hosts) this.#front?.leave(host);
    this.#front?.letRetiredGo();
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
    moving: SplitView | null,
    isBusy: boolean,
  ): TilesLeft {
    const start = this.#now();
    const plane = this.#planeFor(view, dpr);
    this.#pool.setCapacity(poolCapacity(view.width * dpr, view.height * dpr));
    const seenBefore = this.#lastVisible;
    const order = this.#orderFor(plane, view);
    const isScrolled =
      seenBefore?.x !== this.#lastVisible?.x || seenBefore?.y !== this.#lastVisible?.y;
    this.#splitter.update(plane, order.visible, moving);
    const hosts = [base, ...(moving?.bands ?? [])];
    const isOver = (): boolean => this.#now() >= start + IN_PLACE_MS;
    const waiting =
      plane === this.#front
        ? this.#repainter.repaint(plane, order.visible, moving?.split ?? null, hosts, isOver)
        : NONE;
    const isFirst = [...(this.#front?.tiles.values() ?? [])].every(({ shown }) => !shown);
    const visibleEnd = start + (isFirst ? FIRST_MS : VISIBLE_MS);
    const isVisibleLeft = !this.#paintVisible(plane, order, moving, hosts, waiting, visibleEnd);
    if (isVisibleLeft) return { isVisibleLeft, isAnythingLeft: true };
    this.#showPainted(plane, view, hosts);
    const isAheadLeft =
      (!isBusy || isScrolled) && this.#paintAhead(plane, order, moving, hosts, start + AHEAD_MS);
    const isZoomLeft = !plane.space.isLike(new PlaneSpace(view, dpr));
    return { isVisibleLeft: isZoomLeft, isAnythingLeft: isAheadLeft || isZoomLeft };
  }

  /**
   * The tiles to paint: a new level at a new zoom, which is shown when all visible tiles are
   * painted.
   */
  #planeFor(view: CanvasView, dpr: number): TilePlane {
    const space = new PlaneSpace(view, dpr);
    const front = (this.#front ??= new TilePlane(space, this.#pool));
    front.place(view);
    if (front.space.isLike(space)) {
      this.#back?.clear();
      this.#back = null;
      return front;
    }
    // Finish a level of an intermediate zoom first: a continuing zoom shows it.
    return (this.#back ??= new TilePlane(space, this.#pool));
  }

  #orderFor(plane: TilePlane, view: CanvasView): TileOrder {
    const visible = plane.space.visibleIn(view);
    const last = this.#lastVisible;
    if (last && (last.x !== visible.x || last.y !== visible.y))
      this.#heading = { x: visible.x - last.x, y: visible.y - last.y };
    this.#lastVisible = visible;
    const kept = keptBox(visible);
    for (const tile of [...plane.tiles.values()]) if (!sharedBox(tile.box, kept)) plane.drop(tile);
    const { pxPerUnit } = view;
    const bounds = plane.space.toDevice({
      x: -view.windowLeft / pxPerUnit,
      y: 0,
      width: view.contentWidth / pxPerUnit,
      height: view.contentHeight / pxPerUnit,
    });
    return orderTiles(visible, bounds, this.#heading);
  }

  /** Paints visible tiles. Returns whether all of them are painted. */
  #paintVisible(
    plane: TilePlane,
    { visible }: TileOrder,
    moving: SplitView | null,
    hosts: readonly HTMLElement[],
    waiting: ReadonlySet<Tile>,
    end: number,
  ): boolean {
    const isOver = (): boolean => this.#now() >= end;
    for (const place of visible) {
      const tile = plane.tileAt(place);
      if (waiting.has(tile)) continue;
      if (!this.#paintTile(plane, tile, moving, isOver)) return false;
      // Nothing was visible here before, so there is nothing to wait for.
      if (plane === this.#front && !tile.shown) this.#show(plane, tile, hosts);
      if (isOver()) break;
    }
    return visible.every((place) => plane.tileAt(place).isDone);
  }

  /** Paints the next tile that is not visible yet. Returns whether there is more to paint. */
  #paintAhead(
    plane: TilePlane,
    { ahead }: TileOrder,
    moving: SplitView | null,
    hosts: readonly HTMLElement[],
    end: number,
  ): boolean {
    const isOver = (): boolean => this.#now() >= end;
    for (const place of ahead) {
      const tile = plane.tileAt(place);
      if (tile.isDone) continue;
      if (isOver() || !this.#paintTile(plane, tile, moving, isOver)) return true;
      const isEmpty = tile.next?.every((bitmap) => !bitmap) ?? true;
      this.#show(plane, tile, hosts);
      if (!isEmpty) return ahead.some((each) => !plane.tileAt(each).isDone);
    }
    return false;
  }

  /** Paints a tile in the background. Returns whether it is done. */
  #paintTile(
    plane: TilePlane,
    tile: Tile,
    moving: SplitView | null,
    isOver: () => boolean,
  ): boolean {
    if (tile.dirty) {
      plane.stop(tile);
      if (!this.#beginTile(plane, tile, moving)) return false;
      tile.dirty = null;
    }
    if (!tile.job) return true;
    if (!tile.job.run(isOver)) return false;
    tile.next = tile.job.images;
    tile.job = null;
    return true;
  }

  #beginTile(plane: TilePlane, tile: Tile, moving: SplitView | null): boolean {
    // A full repaint splits the whole tile.
    const apart = tile.apart && { ...tile.apart, part: tile.box };
    for (const own of apart ? [apart, null] : [null]) {
      // No bitmaps left for its bands: lifted blocks are shown above all of it.
      if (apart && !own) tile.flat = apart;
      tile.apart = own;
      const area = plane.space.toPage(tile.box);
      const bands = own
        ? this.#planner.bands(area, own.split)
        : [this.#planner.flat(area, moving?.split ?? null)];
      const bitmaps = this.#take(bands);
      if (!bitmaps) continue;
      const tools = { space: plane.space, sheets: this.#sheets, uses: this.#uses };
      tile.job = new TileJob(tools, tile.box, bands, bitmaps);
      return true;
    }
    return false;
  }

  #take(bands: Bands): (ShownImage | null)[] | null {
    const bitmaps: (ShownImage | null)[] = [];
    for (const steps of bands) {
      const bitmap = steps.length > 0 ? this.#pool.take() : null;
      if (steps.length > 0 && !bitmap) {
        for (const taken of bitmaps) if (taken) this.#pool.give(taken);
        return null;
      }
      bitmaps.push(bitmap);
    }
    return bitmaps;
  }

  /** Shows all painted tiles at once; a complete level replaces the previous one. */
  #showPainted(plane: TilePlane, view: CanvasView, hosts: readonly HTMLElement[]): void {
    const old = plane === this.#back ? this.#front : null;
    if (old) {
      this.#front = plane;
      this.#back = null;
      plane.place(view);
    }
    for (const tile of plane.tiles.values()) if (tile.next) this.#show(plane, tile, hosts);
    old?.clear();
  }

  #show(plane: TilePlane, tile: Tile, hosts: readonly HTMLElement[]): void {
    if (!tile.next) return;
    plane.show(tile, tile.next, hosts);
    tile.next = null;
  }
}

type Bands = readonly (readonly PaintStep[])[];
