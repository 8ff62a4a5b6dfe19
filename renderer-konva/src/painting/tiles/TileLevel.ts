import type { Box } from '@cobble/engine';
import type { CanvasView } from '../../view/CanvasView.ts';
import type { DeviceSpace } from '../DeviceSpace.ts';
import type { BitmapCanvas } from '../BitmapCanvas.ts';
import { Tile, type TileImages } from './Tile.ts';
import { tileKey, type TilePosition } from './tileGrid.ts';
import type { TilePool } from './TilePool.ts';

/**
 * The tiles of one zoom, in the scrolled content, so that the browser scrolls them. At another zoom
 * they are shown scaled until the tiles of that zoom are painted.
 */
export class TileLevel {
  readonly space: DeviceSpace;
  readonly tiles = new Map<string, Tile>();
  readonly #pool: TilePool<BitmapCanvas>;
  readonly #layers = new Map<HTMLElement, HTMLElement>();
  #style = { left: '', transform: '' };

  constructor(space: DeviceSpace, pool: TilePool<BitmapCanvas>) {
    this.space = space;
    this.#pool = pool;
  }

  /** The tile at a position; created when missing. */
  tileAt(position: TilePosition): Tile {
    const key = tileKey(position);
    let tile = this.tiles.get(key);
    if (!tile) this.tiles.set(key, (tile = new Tile(position)));
    return tile;
  }

  /** Marks an area of page space as dirty. */
  mark(area: Box): void {
    const box = this.space.toDevice(area);
    for (const tile of this.tiles.values()) if (!tile.isWhollyDirty) tile.mark(box);
  }

  /** Positions and scales the tiles for the view's zoom. */
  place(view: Pick<CanvasView, 'pxPerUnit' | 'windowLeft'>): void {
    const { dpr, unitPx, restPx } = this.space;
    const scale = (view.pxPerUnit * dpr) / unitPx;
    const left = view.windowLeft - (restPx / dpr) * scale;
    this.#style = {
      left: `${String(left)}px`,
      transform: Math.abs(scale - 1) < 1e-9 ? '' : `scale(${String(scale)})`,
    };
    for (const layer of this.#layers.values()) Object.assign(layer.style, this.#style);
  }

  /** Replaces the bitmaps that a tile shows. */
  show(tile: Tile, images: TileImages, hosts: readonly HTMLElement[]): void {
    for (const image of this.#put(tile, images, hosts)) this.#free(image);
  }

  /** Like {@link show}, but the replaced bitmaps stay visible until {@link releaseRetired}. */
  showBands(tile: Tile, images: TileImages, hosts: readonly HTMLElement[]): void {
    tile.retired = [...tile.retired, ...this.#put(tile, images, hosts)];
  }

  /** Removes the bitmaps that {@link showBands} has replaced. */
  releaseRetired(): void {
    for (const tile of this.tiles.values()) {
      for (const image of tile.retired) this.#free(image);
      tile.retired = [];
    }
  }

  /** Shows a tile's bitmaps in their bands' elements. Returns those that it no longer needs. */
  #put(tile: Tile, images: TileImages, hosts: readonly HTMLElement[]): readonly BitmapCanvas[] {
    const { dpr } = this.space;
    const before = tile.shown ?? [];
    images.forEach((image, band) => {
      const host = hosts[band];
      if (!image || !host || before.includes(image)) return;
      const { style } = image.canvas;
      const side = `${String(image.canvas.width / dpr)}px`;
      style.left = `${String(tile.box.x / dpr)}px`;
      style.top = `${String(tile.box.y / dpr)}px`;
      style.width = side;
      style.height = side;
      this.#layerIn(host).append(image.canvas);
    });
    tile.shown = images;
    tile.shownSplit = tile.splitPart?.split ?? null;
    return before.flatMap((image) => (image && !images.includes(image) ? image : []));
  }

  /** Aborts a tile's painting. */
  stop(tile: Tile): void {
    tile.job?.stop();
    for (const bitmap of [...(tile.job?.images ?? []), ...(tile.next ?? [])])
      if (bitmap) this.#free(bitmap);
    tile.job = null;
    tile.next = null;
  }

  /** Removes a tile. */
  drop(tile: Tile): void {
    this.stop(tile);
    for (const bitmap of [...(tile.shown ?? []), ...tile.retired]) if (bitmap) this.#free(bitmap);
    this.tiles.delete(tile.key);
  }

  /** Removes all tiles. */
  clear(): void {
    for (const tile of [...this.tiles.values()]) this.drop(tile);
    for (const layer of this.#layers.values()) layer.remove();
    this.#layers.clear();
  }

  /** Removes the tiles from an element that is being removed. */
  removeFrom(host: HTMLElement): void {
    this.#layers.get(host)?.remove();
    this.#layers.delete(host);
  }

  #layerIn(host: HTMLElement): HTMLElement {
    let layer = this.#layers.get(host);
    if (!layer) {
      layer = document.createElement('div');
      Object.assign(layer.style, { position: 'absolute', top: '0', transformOrigin: '0 0' });
      Object.assign(layer.style, this.#style);
      host.append(layer);
      this.#layers.set(host, layer);
    }
    return layer;
  }

  #free(bitmap: BitmapCanvas): void {
    bitmap.canvas.remove();
    this.#pool.release(bitmap);
  }
}
