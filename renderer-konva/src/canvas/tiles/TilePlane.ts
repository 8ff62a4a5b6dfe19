import type { Box } from '@cobble/engine';
import type { CanvasView } from '../CanvasView.ts';
import type { PlaneSpace } from './PlaneSpace.ts';
import type { ShownImage } from '../ShownImage.ts';
import { Tile, type TileImages } from './Tile.ts';
import { tileKey, type TilePlace } from './tileGrid.ts';
import type { TilePool } from './TilePool.ts';

/**
 * The tiles of one zoom, in the scrolled content: the browser's own scroller moves them. At another
 * zoom they are shown scaled until those of that zoom are painted.
 */
export class TilePlane {
  readonly space: PlaneSpace;
  readonly tiles = new Map<string, Tile>();
  readonly #pool: TilePool<ShownImage>;
  readonly #layers = new Map<HTMLElement, HTMLElement>();
  #style = { left: '', transform: '' };

  constructor(space: PlaneSpace, pool: TilePool<ShownImage>) {
    this.space = space;
    this.#pool = pool;
  }

  /** The tile at a place, made when there is none. */
  tileAt(place: TilePlace): Tile {
    const key = tileKey(place);
    let tile = this.tiles.get(key);
    if (!tile) this.tiles.set(key, (tile = new Tile(place)));
    return tile;
  }

  /** Says that an area of page space is out of date. */
  mark(area: Box): void {
    const box = this.space.toDevice(area);
    for (const tile of this.tiles.values()) if (!tile.isWhollyDirty) tile.mark(box);
  }

  /** Puts the plane where the view's zoom wants it. */
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

  /** Shows a tile's new images in place of its old ones. */
  show(tile: Tile, images: TileImages, hosts: readonly HTMLElement[]): void {
    for (const image of this.#put(tile, images, hosts)) this.#free(image);
  }

  /** The same, but what it shows no longer stays in sight until {@link letRetiredGo}. */
  showBands(tile: Tile, images: TileImages, hosts: readonly HTMLElement[]): void {
    tile.retired = [...tile.retired, ...this.#put(tile, images, hosts)];
  }

  /** Takes out of sight what tiles show no longer. */
  letRetiredGo(): void {
    for (const tile of this.tiles.values()) {
      for (const image of tile.retired) this.#free(image);
      tile.retired = [];
    }
  }

  /** Returns the images that it has shown until now and is not to show any more. */
  #put(tile: Tile, images: TileImages, hosts: readonly HTMLElement[]): readonly ShownImage[] {
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
    tile.shownSplit = tile.apart?.split ?? null;
    return before.flatMap((image) => (image && !images.includes(image) ? image : []));
  }

  /** Gives up what a tile was being painted with. */
  stop(tile: Tile): void {
    tile.job?.stop();
    for (const bitmap of [...(tile.job?.images ?? []), ...(tile.next ?? [])])
      if (bitmap) this.#free(bitmap);
    tile.job = null;
    tile.next = null;
  }

  /** Lets a tile go. */
  drop(tile: Tile): void {
    this.stop(tile);
    for (const bitmap of [...(tile.shown ?? []), ...tile.retired]) if (bitmap) this.#free(bitmap);
    this.tiles.delete(tile.key);
  }

  /** Lets all tiles go. */
  clear(): void {
    for (const tile of [...this.tiles.values()]) this.drop(tile);
    for (const layer of this.#layers.values()) layer.remove();
    this.#layers.clear();
  }

  /** Takes the plane's part out of an element that is going. */
  leave(host: HTMLElement): void {
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

  #free(bitmap: ShownImage): void {
    bitmap.canvas.remove();
    this.#pool.give(bitmap);
  }
}
