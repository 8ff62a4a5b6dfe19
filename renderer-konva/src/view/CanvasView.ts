import { type Box, type Editor, GEOMETRY, type Point } from '@cobble/engine';
import { action, computed, makeObservable, observable } from 'mobx';
import { clampZoom } from './zoom.ts';

/**
 * Maps page space to the screen. "View px" are CSS px from the scroller's top left corner, "content
 * px" from the top left corner of the scrolled content.
 */
export class CanvasView {
  width = 0;
  height = 0;
  scrollLeft = 0;
  scrollTop = 0;
  zoom = 1;
  /** Device px per CSS px. */
  dpr = 1;
  /**
   * The window's width in px before zoom, as set by the host; null derives it from the viewport.
   */
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

  /** Screen px per unit of page space, zoom included. */
  get pxPerUnit(): number {
    const available = this.width > 0 ? this.width : this.referenceWidth;
    return (this.windowWidthPx ?? Math.min(available, this.referenceWidth)) * this.zoom;
  }

  /** Screen px per px at the reference width. */
  get scale(): number {
    return this.pxPerUnit / this.referenceWidth;
  }

  /**
   * Width of the scrolled content in px: at least that of the viewport and of the window. When
   * zoomed in, also that of everything that a desktop shows, unless the viewport has phone width.
   */
  get contentWidth(): number {
    if (this.zoom <= 1) return Math.max(this.width, this.pxPerUnit);
    const phone = this.width <= GEOMETRY.phoneMaxWidthPx;
    const widest = phone ? this.pxPerUnit : GEOMETRY.maxContentWidthPx * this.scale;
    return Math.max(this.width, this.pxPerUnit, widest);
  }

  get contentHeight(): number {
    return Math.max(this.height, this.canvasHeight * this.pxPerUnit);
  }

  /** The canvas's height in units: the page and the extra space below it, or the minimum height. */
  get canvasHeight(): number {
    return Math.max(GEOMETRY.minCanvasHeight, this.extent + GEOMETRY.canvasBottomPadding);
  }

  /** The bottom of the last section, in units. */
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
   * The published page with its background and border, in content px: as wide as a screen of this
   * size and zoom shows it, and as tall as its sections, but at least one screen.
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

  /** The viewport in page space. */
  get visibleBox(): Box {
    const topLeft = this.toPage({ x: 0, y: 0 });
    return {
      ...topLeft,
      width: this.width / this.pxPerUnit,
      height: this.height / this.pxPerUnit,
    };
  }

  /** Converts view px to page space. */
  toPage({ x, y }: Point): Point {
    return {
      x: (x + this.scrollLeft - this.windowLeft) / this.pxPerUnit,
      y: (y + this.scrollTop) / this.pxPerUnit,
    };
  }

  /** Converts page space to view px. */
  toView({ x, y }: Point): Point {
    return {
      x: x * this.pxPerUnit + this.windowLeft - this.scrollLeft,
      y: y * this.pxPerUnit - this.scrollTop,
    };
  }

  /** Converts page space to content px. */
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

  /** Anything but a positive number sets the default, null. */
  setWindowWidth(px: number | null): void {
    this.windowWidthPx = px !== null && Number.isFinite(px) && px > 0 ? px : null;
  }
}
