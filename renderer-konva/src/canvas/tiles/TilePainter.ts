import type { Box, Point } from '@cobble/engine';
import type { CanvasView } from '../CanvasView.ts';
import type { SplitView } from '../moving/SplitView.ts';
import type { PaintStep } from '../planPainting.ts';
import type { PaintUses } from '../PaintUses.ts';
import { PlaneSpace } from './PlaneSpace.ts';
import { ShownPicture } from '../ShownPicture.ts';
import type { Tile } from './Tile.ts';
import {
  grownBox,
  keptBox,
  orderTiles,
  poolCapacity,
  sharedBox,
  type TileOrder,
} from './tileGrid.ts';
import { TileJob } from './TileJob.ts';
import { TilePlane } from './TilePlane.ts';
import type { TilePlanner } from './TilePlanner.ts';
import { TilePool } from './TilePool.ts';
import { TileSheets } from './TileSheets.ts';

/** So many steps are repainted at once in place; more are painted behind, frame by frame. */
const STEPS_IN_PLACE = 240;
/** How long a frame may paint what shows, and what does not show yet; ms. */
const VISIBLE_MS = 7;
const AHEAD_MS = 3;
/** How long it may paint while nothing shows at all. */
const FIRST_MS = 32;

/** What moves so near to a tile may be over it in the next frames; device px. */
const SPLIT_AHEAD_PX = 96;

/** What a frame has left to do. */
export interface TilesLeft {
  /** What shows is not yet how the page is. */
  readonly isVisibleLeft: boolean;
  /** Another frame has something to paint. */
  readonly isAnythingLeft: boolean;
}

/** Keeps the tiles of a view painted: those that show first, then those that soon will. */
export class TilePainter {
  readonly #planner: TilePlanner;
  readonly #uses: PaintUses;
  readonly #now: () => number;
  readonly #pool = new TilePool<ShownPicture>(() => new ShownPicture());
  readonly #sheets = new TileSheets();
  #front: TilePlane | null = null;
  /** The tiles of another zoom, until they can be shown. */
  #back: TilePlane | null = null;
  #lastVisible: Box | null = null;
  #heading: Point = { x: 0, y: 1 };

  constructor(planner: TilePlanner, uses: PaintUses, now: () => number = () => performance.now()) {
    this.#planner = planner;
    this.#uses = uses;
    this.#now = now;
  }

  /** Says that an area of page space is out of date. */
  mark(area: Box): void {
    this.#front?.mark(area);
    this.#back?.mark(area);
  }

  /** Says that everything is out of date. */
  markAll(): void {
    for (const plane of [this.#front, this.#back])
      for (const tile of plane?.tiles.values() ?? []) tile.markWhole();
  }

  /** Takes the planes out of elements that are going. */
  leave(hosts: readonly HTMLElement[]): void {
    for (const host of hosts) this.#front?.leave(host);
  }

  /** Lets go of everything. */
  clear(): void {
    this.#front?.clear();
    this.#back?.clear();
    this.#front = null;
    this.#back = null;
  }

  /**
   * Paints for as long as a frame allows.
   *
   * @param base where what rests is shown, below everything that moves
   */
  frame(view: CanvasView, dpr: number, base: HTMLElement, moving: SplitView | null): TilesLeft {
    const start = this.#now();
    const plane = this.#planeFor(view, dpr);
    this.#pool.setCapacity(poolCapacity(view.width * dpr, view.height * dpr));
    const order = this.#orderFor(plane, view);
    this.#splitTouched(plane, order, moving);
    const hosts = [base, ...(moving?.bands ?? [])];
    if (plane === this.#front) this.#repaintInPlace(plane, order, moving);
    const isFirst = [...(this.#front?.tiles.values() ?? [])].every(({ shown }) => !shown);
    const visibleEnd = start + (isFirst ? FIRST_MS : VISIBLE_MS);
    const isVisibleLeft = !this.#paintVisible(plane, order, moving, hosts, visibleEnd);
    if (isVisibleLeft) return { isVisibleLeft, isAnythingLeft: true };
    this.#showPainted(plane, view, hosts);
    const isAheadLeft = this.#paintAhead(plane, order, moving, hosts, start + AHEAD_MS);
    const isZoomLeft = !plane.space.isLike(new PlaneSpace(view, dpr));
    return { isVisibleLeft: isZoomLeft, isAnythingLeft: isAheadLeft || isZoomLeft };
  }

  /** The plane to paint on: a new one at a new zoom, shown when what shows is whole. */
  #planeFor(view: CanvasView, dpr: number): TilePlane {
    const space = new PlaneSpace(view, dpr);
    const front = (this.#front ??= new TilePlane(space, this.#pool));
    front.place(view);
    if (front.space.isLike(space)) {
      this.#back?.clear();
      this.#back = null;
      return front;
    }
    // One that was begun at a zoom in between is finished first: a zoom that goes on shows it.
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

  /** Marks tiles that are split and need not be, and those that have to be from now on. */
  #splitTouched(plane: TilePlane, { visible }: TileOrder, moving: SplitView | null): void {
    const split = moving?.split ?? null;
    for (const tile of plane.tiles.values())
      if (tile.split && tile.split !== split) tile.markWhole();
    if (!moving || !split) return;
    const areas = moving
      .areas()
      .map((area) => grownBox(plane.space.toDevice(area), SPLIT_AHEAD_PX));
    for (const place of visible) {
      const tile = plane.tileAt(place);
      if (tile.split === split || tile.flatIn === split) continue;
      if (!areas.some((area) => sharedBox(area, tile.box))) continue;
      if (this.#planner.hasUpperBand(plane.space.toPage(tile.box), split)) {
        tile.split = split;
        tile.markWhole();
      } else tile.flatIn = split;
    }
  }

  /** Repaints what little has changed in the tiles that show it, at once. */
  #repaintInPlace(plane: TilePlane, { visible }: TileOrder, moving: SplitView | null): void {
    const plans: { readonly tile: Tile; readonly part: Box; readonly bands: Bands }[] = [];
    let steps = 0;
    for (const place of visible) {
      const tile = plane.tileAt(place);
      if (!tile.dirty) continue;
      if (tile.job || tile.next) {
        plane.stop(tile);
        tile.markWhole();
      }
      const { shown, split } = tile;
      if (!shown || (split !== null && split !== moving?.split)) continue;
      // Pictures of other bands than it has are painted behind; planning it here would be for nothing.
      if (shown.length !== (split ? split.runs.length + 1 : 1)) continue;
      const part = wholePart(tile);
      const bands = this.#bandsOf(plane, part, tile, moving);
      const fits =
        bands.length === shown.length && bands.every((each, at) => !each.length || shown[at]);
      if (!fits) continue;
      steps += bands.reduce((sum, each) => sum + each.length, 0);
      if (steps > STEPS_IN_PLACE) return;
      plans.push({ tile, part, bands });
    }
    for (const { tile, part, bands } of plans) {
      const isDone = bands.every((band, at) => {
        const picture = tile.shown?.[at];
        return !picture || this.#repaintPart(plane.space, picture, tile, part, band);
      });
      if (isDone) tile.dirty = null;
    }
  }

  #repaintPart(
    space: PlaneSpace,
    picture: ShownPicture,
    tile: Tile,
    part: Box,
    steps: readonly PaintStep[],
  ): boolean {
    const sheet = this.#sheets.take();
    if (!sheet) return false;
    const { canvas, context } = sheet;
    context.drawImage(picture.canvas, 0, 0);
    const x = part.x - tile.box.x;
    const y = part.y - tile.box.y;
    context.beginPath();
    context.rect(x, y, part.width, part.height);
    context.clip();
    context.clearRect(x, y, part.width, part.height);
    space.transform(context, tile.box);
    for (const { uuid, paint } of steps) {
      this.#uses.begin(uuid);
      paint(context);
    }
    picture.show(canvas);
    this.#sheets.give(sheet);
    return true;
  }

  /** Paints what shows; whether all of it is painted. */
  #paintVisible(
    plane: TilePlane,
    { visible }: TileOrder,
    moving: SplitView | null,
    hosts: readonly HTMLElement[],
    end: number,
  ): boolean {
    const isOver = (): boolean => this.#now() >= end;
    for (const place of visible) {
      const tile = plane.tileAt(place);
      if (!this.#paintTile(plane, tile, moving, isOver)) return false;
      // Where nothing was to be seen before there is nothing to wait for.
      if (plane === this.#front && !tile.shown) this.#show(plane, tile, hosts);
      if (isOver()) break;
    }
    return visible.every((place) => plane.tileAt(place).isDone);
  }

  /** Paints the next tile that does not show yet; whether there is more to do. */
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

  /** Paints a tile behind what it shows; whether that is done. */
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
    tile.next = tile.job.pictures;
    tile.job = null;
    return true;
  }

  #beginTile(plane: TilePlane, tile: Tile, moving: SplitView | null): boolean {
    if (tile.split !== (moving?.split ?? null)) tile.split = null;
    for (const asOne of tile.split ? [false, true] : [true]) {
      // Without bitmaps for its bands what moves is shown above all of it.
      if (asOne && tile.split) {
        tile.flatIn = tile.split;
        tile.split = null;
      }
      const bands = this.#bandsOf(plane, tile.box, tile, moving);
      const bitmaps = this.#take(bands);
      if (!bitmaps) continue;
      const tools = { space: plane.space, sheets: this.#sheets, uses: this.#uses };
      tile.job = new TileJob(tools, tile.box, bands, bitmaps);
      return true;
    }
    return false;
  }

  #take(bands: Bands): (ShownPicture | null)[] | null {
    const bitmaps: (ShownPicture | null)[] = [];
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

  #bandsOf(plane: TilePlane, box: Box, tile: Tile, moving: SplitView | null): Bands {
    const area = plane.space.toPage(box);
    return tile.split
      ? this.#planner.bands(area, tile.split)
      : [this.#planner.flat(area, moving?.split ?? null)];
  }

  /** Shows all that was painted behind, in one go; a plane that is whole takes the other's place. */
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

/** The part of a tile that is out of date, grown to whole px. */
function wholePart({ dirty, box }: Tile): Box {
  const part = dirty ?? box;
  const x = Math.max(box.x, Math.floor(part.x) - 1);
  const y = Math.max(box.y, Math.floor(part.y) - 1);
  const right = Math.min(box.x + box.width, Math.ceil(part.x + part.width) + 1);
  const bottom = Math.min(box.y + box.height, Math.ceil(part.y + part.height) + 1);
  return { x, y, width: right - x, height: bottom - y };
}
