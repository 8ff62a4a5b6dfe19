/**
 * The 2D context that painters draw on: a browser's, an offscreen one, or @napi-rs/canvas in Node.
 * `getTransform` must give the whole transform, as shadows do not follow it by themselves.
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
  /** What is painted on, as large as it is; where that is not known all is painted. */
  readonly canvas?: { readonly width: number; readonly height: number };
};

/** A bitmap to paint on apart and draw back as a whole. */
export interface PaintSurface {
  readonly target: PaintTarget;
  readonly image: CanvasImageSource;
  /** Says that it was drawn and is not needed any more; absent where nobody asks. */
  readonly release?: () => void;
}
