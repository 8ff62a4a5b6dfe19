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
  /** Device px of one CSS px. */
  dpr = 1;
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
      dpr: observable,
      windowWidthPx: observable,
      pxPerUnit: computed,
      scale: computed,
      contentWidth: computed,
      contentHeight: computed,
      windowLeft: computed,
      pageBox: computed,
      resize: action,
      scrolled: action,
      setZoom: action,
      setDpr: action,
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
    return Math.max(GEOMETRY.minCanvasHeight, this.extent + GEOMETRY.canvasBottomPadding);
  }

  /** Where the last section ends, in units. */
  private get extent(): number {
    const last = this.editor.sectionIds.at(-1);
    const box = last === undefined ? null : this.editor.boxOf(last);
    return box ? box.y + box.height : 0;
  }

  /** The window's left edge in content px. */
  get windowLeft(): number {
    return Math.round((this.contentWidth - this.pxPerUnit) / 2);
  }

  /**
   * Where the published page itself stands, with its ground and its border: its content on a screen
   * of this size and zoom, as tall as the sections and at least as the screen; in content px.
   */
  get pageBox(): Box {
    const { editor, zoom, pxPerUnit, contentWidth } = this;
    const isPhone = (this.windowWidthPx ?? this.width) <= GEOMETRY.phoneMaxWidthPx;
    const isNarrow = isPhone || editor.fields.style.hideOverflow === true;
    const widest = Math.max(pxPerUnit, GEOMETRY.maxContentWidthPx * zoom);
    const width = isNarrow ? pxPerUnit : Math.min(contentWidth, widest);
    const x = isNarrow ? this.windowLeft : Math.round((contentWidth - width) / 2);
    const height = Math.max(this.extent * pxPerUnit, this.height * Math.min(1, zoom));
    return { x, y: 0, width, height };
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

  /** Page space to content px. */
  toContent({ x, y }: Point): Point {
    return { x: x * this.pxPerUnit + this.windowLeft, y: y * this.pxPerUnit };
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

  setDpr(dpr: number): void {
    this.dpr = dpr > 0 ? dpr : 1;
  }

  setWindowWidth(px: number | null): void {
    this.windowWidthPx = px;
  }
}
