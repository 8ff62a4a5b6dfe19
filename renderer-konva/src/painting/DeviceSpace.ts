import type { Box } from '@cobble/engine';
import type { PaintTarget } from '../paint/PaintTarget.ts';
import type { CanvasView } from '../view/CanvasView.ts';

/** The properties of a view that determine device pixels. */
type ViewSize = Pick<CanvasView, 'pxPerUnit' | 'windowLeft' | 'referenceWidth'>;

/**
 * Maps page space to device px at one zoom. The origin is the window's left edge and the page's
 * top, shifted so that whole px here are whole device px on screen.
 */
export class DeviceSpace {
  /** Device px per unit of page space. */
  readonly unitPx: number;
  readonly dpr: number;
  readonly referenceWidth: number;
  /** Distance from the nearest whole device px to the window's left edge. */
  readonly restPx: number;
  /** Left offset of the tiles in the content, CSS px. */
  readonly leftPx: number;

  constructor(view: ViewSize, dpr: number) {
    this.unitPx = view.pxPerUnit * dpr;
    this.dpr = dpr;
    this.referenceWidth = view.referenceWidth;
    const left = view.windowLeft * dpr;
    this.restPx = left - Math.round(left);
    this.leftPx = Math.round(left) / dpr;
  }

  /** Whether bitmaps painted for one space fit the other. */
  isLike(other: DeviceSpace): boolean {
    return (
      this.unitPx === other.unitPx &&
      this.dpr === other.dpr &&
      this.referenceWidth === other.referenceWidth &&
      Math.abs(this.restPx - other.restPx) < 1e-6
    );
  }

  /** Converts page space to device px. */
  toDevice({ x, y, width, height }: Box): Box {
    const { unitPx, restPx } = this;
    return {
      x: x * unitPx + restPx,
      y: y * unitPx,
      width: width * unitPx,
      height: height * unitPx,
    };
  }

  /** Converts device px to page space. */
  toPage({ x, y, width, height }: Box): Box {
    const { unitPx, restPx } = this;
    return {
      x: (x - restPx) / unitPx,
      y: y / unitPx,
      width: width / unitPx,
      height: height / unitPx,
    };
  }

  /**
   * Sets a transform from page space, in px at the reference width, to a bitmap whose top left
   * corner is at (x, y), device px.
   */
  transform(target: Pick<PaintTarget, 'setTransform'>, { x, y }: Pick<Box, 'x' | 'y'>): void {
    const scale = this.unitPx / this.referenceWidth;
    target.setTransform(scale, 0, 0, scale, this.restPx - x, -y);
  }

  /** A view's visible area in device px of this space, which may have another zoom. */
  visibleIn(
    view: ViewSize & Pick<CanvasView, 'scrollLeft' | 'scrollTop' | 'width' | 'height'>,
  ): Box {
    const { pxPerUnit } = view;
    return this.toDevice({
      x: (view.scrollLeft - view.windowLeft) / pxPerUnit,
      y: view.scrollTop / pxPerUnit,
      width: view.width / pxPerUnit,
      height: view.height / pxPerUnit,
    });
  }
}
