import type { Box } from '@cobble/engine';
import type { PaintTarget } from '../../paint/PaintTarget.ts';
import type { CanvasView } from '../CanvasView.ts';

/** What of a view says how pixels lie. */
type ViewSize = Pick<CanvasView, 'pxPerUnit' | 'windowLeft' | 'referenceWidth'>;

/**
 * How page space lies on device pixels at one zoom: from the window's left edge and the page's top,
 * whole device px of the screen being whole ones here.
 */
export class PlaneSpace {
  /** Device px of one unit of page space. */
  readonly unitPx: number;
  readonly dpr: number;
  readonly referenceWidth: number;
  /** How far the window's edge lies right of a whole device px. */
  readonly restPx: number;
  /** Where the planes begin in the content, CSS px. */
  readonly leftPx: number;

  constructor(view: ViewSize, dpr: number) {
    this.unitPx = view.pxPerUnit * dpr;
    this.dpr = dpr;
    this.referenceWidth = view.referenceWidth;
    const left = view.windowLeft * dpr;
    this.restPx = left - Math.round(left);
    this.leftPx = Math.round(left) / dpr;
  }

  /** Whether what is painted for the one is right for the other. */
  isLike(other: PlaneSpace): boolean {
    return (
      this.unitPx === other.unitPx &&
      this.dpr === other.dpr &&
      this.referenceWidth === other.referenceWidth &&
      Math.abs(this.restPx - other.restPx) < 1e-6
    );
  }

  /** Page space to device px. */
  toDevice({ x, y, width, height }: Box): Box {
    const { unitPx, restPx } = this;
    return {
      x: x * unitPx + restPx,
      y: y * unitPx,
      width: width * unitPx,
      height: height * unitPx,
    };
  }

  /** Device px to page space. */
  toPage({ x, y, width, height }: Box): Box {
    const { unitPx, restPx } = this;
    return {
      x: (x - restPx) / unitPx,
      y: y / unitPx,
      width: width / unitPx,
      height: height / unitPx,
    };
  }

  /** Lays page space, in px at the reference width, on a bitmap that begins at a device px. */
  transform(target: Pick<PaintTarget, 'setTransform'>, { x, y }: Pick<Box, 'x' | 'y'>): void {
    const scale = this.unitPx / this.referenceWidth;
    target.setTransform(scale, 0, 0, scale, this.restPx - x, -y);
  }

  /** What of the page a view shows, device px of this space, which may be of another zoom. */
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
