import { type Box, type Editor, GEOMETRY, type Point } from '@cobble/engine';
import { action, computed, makeObservable, observable } from 'mobx';

/** The least and the most that the canvas zooms. */
export const ZOOM_RANGE = { min: 0.1, max: 8 } as const;

/** Keeps a zoom within the range; what is no number becomes 1. */
export function clampZoom(zoom: number): number {
  return Number.isFinite(zoom) ? Math.min(ZOOM_RANGE.max, Math.max(ZOOM_RANGE.min, zoom)) : 1;
}

/**
 * How page space lies on the screen. "View px" are CSS px from the scroller's top left corner;
 * "content px" from the scrolled content's.
 */
export class CanvasView {
  width = 0;
  height = 0;
  scrollLeft = 0;
  scrollTop = 0;
  zoom = 1;
  /** The window's width before zoom as the host wants it; null lets the room decide. */
  windowWidthPx: number | null = null;
  readonly editor: Editor;

  constructor(editor: Editor) {
    this.editor = editor;
    makeObservable(this, {
      width: observable,
      height: observable,
      scrollLeft: observable,
      scrollTop: observable,
      zoom: observable,
      windowWidthPx: observable,
      pxPerUnit: computed,
      scale: computed,
      contentWidth: computed,
      contentHeight: computed,
      windowLeft: computed,
      resize: action,
      scrolled: action,
      setZoom: action,
      setWindowWidth: action,
    });
  }

  get referenceWidth(): number {
    return this.editor.fields.settings.referenceWidth;
  }

  /** Screen px of one unit of page space, zoom included. */
  get pxPerUnit(): number {
    const room = this.width > 0 ? this.width : this.referenceWidth;
    return (this.windowWidthPx ?? Math.min(room, this.referenceWidth)) * this.zoom;
  }

  /** Screen px of one px at the reference width. */
  get scale(): number {
    return this.pxPerUnit / this.referenceWidth;
  }

  /** What there is to scroll, px: the room, and when zoomed in all that a desktop shows. */
  get contentWidth(): number {
    if (this.zoom <= 1) return Math.max(this.width, this.pxPerUnit);
    const phone = this.width <= GEOMETRY.phoneMaxWidthPx;
    const most = phone ? this.pxPerUnit : GEOMETRY.maxContentWidthPx * this.scale;
    return Math.max(this.width, this.pxPerUnit, most);
  }

  get contentHeight(): number {
    return Math.max(this.height, this.canvasHeight * this.pxPerUnit);
  }

  /** The canvas's height in units: the page, and Extra Space below it (decisions.md "Geometry"). */
  get canvasHeight(): number {
    const last = this.editor.sectionIds.at(-1);
    const box = last === undefined ? null : this.editor.boxOf(last);
    const extent = box ? box.y + box.height : 0;
    return Math.max(GEOMETRY.minCanvasHeight, extent + GEOMETRY.canvasBottomPadding);
  }

  /** The window's left edge in content px. */
  get windowLeft(): number {
    return Math.round((this.contentWidth - this.pxPerUnit) / 2);
  }

  /** The part of the page that shows. */
  get visibleBox(): Box {
    const topLeft = this.toPage({ x: 0, y: 0 });
    return {
      ...topLeft,
      width: this.width / this.pxPerUnit,
      height: this.height / this.pxPerUnit,
    };
  }

  /** View px to page space. */
  toPage({ x, y }: Point): Point {
    return {
      x: (x + this.scrollLeft - this.windowLeft) / this.pxPerUnit,
      y: (y + this.scrollTop) / this.pxPerUnit,
    };
  }

  /** Page space to view px. */
  toView({ x, y }: Point): Point {
    return {
      x: x * this.pxPerUnit + this.windowLeft - this.scrollLeft,
      y: y * this.pxPerUnit - this.scrollTop,
    };
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
  }

  scrolled(left: number, top: number): void {
    this.scrollLeft = left;
    this.scrollTop = top;
  }

  setZoom(zoom: number): void {
    this.zoom = clampZoom(zoom);
  }

  setWindowWidth(px: number | null): void {
    this.windowWidthPx = px;
  }
}
