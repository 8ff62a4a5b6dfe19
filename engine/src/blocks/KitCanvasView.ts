import type { Block } from '../model/Block.ts';
import type { Box } from '../model/Position.ts';

/**
 * The drawing surface of a kit: the part of a 2D context that browsers and canvas libraries for
 * Node share.
 */
export interface KitCanvas {
  fillStyle: string | object;
  strokeStyle: string | object;
  lineWidth: number;
  lineCap: 'butt' | 'round' | 'square';
  lineJoin: 'bevel' | 'miter' | 'round';
  globalAlpha: number;
  font: string;
  textAlign: 'center' | 'end' | 'left' | 'right' | 'start';
  textBaseline: 'alphabetic' | 'bottom' | 'hanging' | 'ideographic' | 'middle' | 'top';
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
  clip(): void;
  /** @param path from {@link KitCanvasFrame.path}; defaults to the current path */
  fill(path?: object): void;
  stroke(path?: object): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  strokeRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number, maxWidth?: number): void;
  /** @param source from {@link KitCanvasFrame.image} */
  drawImage(source: object, x: number, y: number, width: number, height: number): void;
  createLinearGradient(
    x0: number,
    y0: number,
    x1: number,
    y1: number,
  ): { addColorStop(offset: number, color: string): void };
  setLineDash(lengths: number[]): void;
  save(): void;
  restore(): void;
  translate(x: number, y: number): void;
  rotate(radians: number): void;
  scale(x: number, y: number): void;
}

/**
 * What a kit's canvas view draws with. Lengths are px at the reference width; the origin is the
 * block's top left corner.
 */
export interface KitCanvasFrame<B extends Block = Block> {
  readonly block: B;
  readonly target: KitCanvas;
  /** Size of the block, including its borders. */
  readonly width: number;
  readonly height: number;
  /** The box inside border and padding. */
  readonly content: Box;
  /** The corner radius at the border's outer edge. */
  readonly radius: number;
  /** Returns the image at a URL, or null while it loads or if it is broken. */
  readonly image: (
    url: string,
  ) => { readonly source: object; readonly width: number; readonly height: number } | null;
  /** Creates a path from SVG path data, for `fill` and `stroke`. */
  readonly path: (data: string) => object;
}

/**
 * Paints the contents of a kit's block. The canvas itself applies background, border, shadows,
 * opacity, blur, rotation, flip and `overflow`, and calls `save` and `restore`. It clips to the
 * block and its rounded corners only if `overflow` is `hidden` or `scroll`.
 */
export type KitCanvasView<B extends Block = Block> = (frame: KitCanvasFrame<B>) => void;
