import { type Box, type Editor, GEOMETRY, type Point } from '@cobble/engine';
import { makeAutoObservable, runInAction } from 'mobx';

/** The least and the most zoom, and the factor of a key's step. */
export const ZOOM = { min: 0.1, max: 8, step: 1.25 } as const;

/** Room that is left beside what is zoomed to, as a part of the view. */
const FIT = 0.86;
/** Room that the bars at the top take, px. */
const TOP_PX = 72;

/** Room that is left above and below what is scrolled into sight, px. */
const SIGHT_PX = 24;

/**
 * How the page lies on the screen: zoom, and what the canvas's scroller shows. "View px" are px
 * from the canvas element's top left corner.
 */
export class ViewStore {
  zoom = 1;
  width = 0;
  height = 0;
  scrollLeft = 0;
  scrollTop = 0;
  scrollWidth = 0;
  /** Where the selection stands, view px; null without one. */
  selectionRect: DOMRectReadOnly | null = null;
  private scroller: HTMLElement | null = null;
  private readonly editor: Editor;

  constructor(editor: Editor) {
    this.editor = editor;
    makeAutoObservable<this, 'scroller' | 'editor'>(
      this,
      { scroller: false, editor: false },
      { autoBind: true },
    );
  }

  /** The window's width before zoom, px. */
  get windowWidthPx(): number {
    const reference = this.editor.fields.settings.referenceWidth;
    return this.width > 0 ? Math.min(this.width, reference) : reference;
  }

  /** Screen px of one unit of page space. */
  get pxPerUnit(): number {
    return this.windowWidthPx * this.zoom;
  }

  /** The part of the page that shows, page space. */
  get visibleBox(): Box {
    const corner = this.toPage({ x: 0, y: 0 });
    return { ...corner, width: this.width / this.pxPerUnit, height: this.height / this.pxPerUnit };
  }

  /** The part of the page that shows between the bars, page space. */
  get clearBox(): Box {
    const { y, height, ...across } = this.visibleBox;
    const bar = Math.min(TOP_PX, this.height / 4) / this.pxPerUnit;
    const top = Math.max(0, y + bar);
    return { ...across, y: top, height: Math.max(0, y + height - bar - top) };
  }

  private get windowLeft(): number {
    return Math.round((Math.max(this.scrollWidth, this.width) - this.pxPerUnit) / 2);
  }

  /** View px to page space. */
  toPage({ x, y }: Point): Point {
    return {
      x: (x + this.scrollLeft - this.windowLeft) / this.pxPerUnit,
      y: (y + this.scrollTop) / this.pxPerUnit,
    };
  }

  /** A box of page space in view px. */
  toView(box: Box): Box {
    return {
      x: box.x * this.pxPerUnit + this.windowLeft - this.scrollLeft,
      y: box.y * this.pxPerUnit - this.scrollTop,
      width: box.width * this.pxPerUnit,
      height: box.height * this.pxPerUnit,
    };
  }

  /** The middle of what shows, kept inside the page; page space. */
  get centre(): Point {
    const { y } = this.toPage({ x: this.width / 2, y: this.height / 2 });
    return {
      x: 0.5,
      y: Math.max(0.1, Math.min(y, Math.max(0.1, this.editor.fields.relativeHeight))),
    };
  }

  setZoom(zoom: number): void {
    this.zoom = Math.min(ZOOM.max, Math.max(ZOOM.min, zoom));
  }

  setSelectionRect(rect: DOMRectReadOnly | null): void {
    this.selectionRect = rect;
  }

  /** The whole page at once. */
  zoomToFit(): void {
    this.showBox({
      x: 0,
      y: 0,
      width: 1,
      height: Math.max(this.editor.fields.relativeHeight, 0.5),
    });
  }

  zoomToSelection(): void {
    const box = this.editor.selectionBox;
    if (box) this.showBox(box);
  }

  /** Scrolls a section to the middle, if it is not in view. */
  scrollToSection(uuid: string): void {
    setTimeout(() => {
      const box = this.editor.boxOf(uuid);
      if (!box) return;
      const view = this.toView(box);
      if (view.y >= TOP_PX && view.y + view.height <= this.height) return;
      this.scroller?.scrollTo({
        top: this.scrollTop + view.y - Math.max(TOP_PX, (this.height - view.height) / 2),
        behavior: scrollBehavior(),
      });
    }, 100);
  }

  /** Scrolls what is selected into sight, its top where it is taller than what shows. */
  showSelection(): void {
    const { scroller } = this;
    const box = this.editor.selectionBox;
    if (!scroller || !box) return;
    const { y, height } = this.toView(box);
    const top = y + this.scrollTop;
    const lowest = top - SIGHT_PX;
    const highest = top + height + SIGHT_PX - scroller.clientHeight;
    scroller.scrollTo({
      top: Math.min(lowest, Math.max(highest, scroller.scrollTop)),
      behavior: scrollBehavior(),
    });
  }

  /**
   * Scrolls a block that was just added to the middle, unless it shows whole between the bars, once
   * the canvas is as tall as it asks for.
   */
  showAdded(uuid: string): void {
    if (this.scroller)
      requestAnimationFrame(() => {
        const box = this.editor.boxOf(uuid);
        const { clearBox } = this;
        if (!box) return;
        if (box.y >= clearBox.y && box.y + box.height <= clearBox.y + clearBox.height) return;
        const { y, height } = this.toView(box);
        this.scroller?.scrollTo({
          top: this.scrollTop + y - Math.max(TOP_PX, (this.height - height) / 2),
          behavior: scrollBehavior(),
        });
      });
  }

  /** Follows the scroller inside the canvas's element; returns the way to stop. */
  attach(root: HTMLElement): () => void {
    const scroller = root.querySelector<HTMLElement>('[data-cobble-scroller]') ?? root;
    this.scroller = scroller;
    const read = () => {
      runInAction(() => {
        this.width = scroller.clientWidth;
        this.height = scroller.clientHeight;
        this.scrollLeft = scroller.scrollLeft;
        this.scrollTop = scroller.scrollTop;
        this.scrollWidth = scroller.scrollWidth;
      });
    };
    const sizes = new ResizeObserver(read);
    sizes.observe(scroller);
    for (const child of scroller.children) sizes.observe(child);
    scroller.addEventListener('scroll', read, { passive: true });
    read();
    return () => {
      this.scroller = null;
      sizes.disconnect();
      scroller.removeEventListener('scroll', read);
    };
  }

  private showBox(box: Box): void {
    const { width, height, windowWidthPx } = this;
    if (width === 0) return;
    const room = Math.max(80, height - TOP_PX);
    const least = GEOMETRY.minBlockDimension;
    this.setZoom(
      FIT *
        Math.min(
          width / (Math.max(least, box.width) * windowWidthPx),
          room / (Math.max(least, box.height) * windowWidthPx),
        ),
    );
    // The canvas lays itself out anew first.
    requestAnimationFrame(() => {
      const view = this.toView(box);
      this.scroller?.scrollTo({
        left: this.scrollLeft + view.x + view.width / 2 - width / 2,
        top: this.scrollTop + view.y + view.height / 2 - TOP_PX - room / 2,
      });
    });
  }
}

function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}
