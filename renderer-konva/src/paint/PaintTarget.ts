/**
 * The 2D context that painters draw on: a browser's, an offscreen one, or @napi-rs/canvas in Node.
 * `getTransform` must return the complete transform, because canvas shadows ignore it.
 */
export type PaintTarget = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'clip'
  | 'closePath'
  | 'createLinearGradient'
  | 'createPattern'
  | 'direction'
  | 'drawImage'
  | 'fill'
  | 'fillRect'
  | 'fillStyle'
  | 'fillText'
  | 'filter'
  | 'font'
  | 'fontKerning'
  | 'getTransform'
  | 'globalAlpha'
  | 'imageSmoothingQuality'
  | 'lineCap'
  | 'lineDashOffset'
  | 'lineJoin'
  | 'lineTo'
  | 'lineWidth'
  | 'moveTo'
  | 'rect'
  | 'restore'
  | 'rotate'
  | 'roundRect'
  | 'save'
  | 'scale'
  | 'setLineDash'
  | 'setTransform'
  | 'shadowBlur'
  | 'shadowColor'
  | 'shadowOffsetX'
  | 'shadowOffsetY'
  | 'stroke'
  | 'strokeRect'
  | 'strokeStyle'
  | 'textAlign'
  | 'textBaseline'
  | 'textRendering'
  | 'translate'
> & {
  /** The bitmap's size, to skip what lies outside it; without it everything is painted. */
  readonly canvas?: { readonly width: number; readonly height: number };
};

/** A bitmap to paint on separately and then draw as a whole. */
export interface PaintSurface {
  readonly target: PaintTarget;
  readonly image: CanvasImageSource;
  /** Called when the bitmap is no longer needed. */
  readonly release?: () => void;
}
