import {
  type Block,
  type Box,
  type Change,
  type Editor,
  GEOMETRY,
  type Point,
} from '@cobble/engine';
import { makeAutoObservable, runInAction } from 'mobx';
import { intersectBoxes, unionBoxes } from '../../paint/boxes.ts';
import { clampZoom, ZOOM_FIT_RATIO } from '../../view/zoom.ts';

/** Height that the bars cover at the top, and at the bottom on larger screens, px. */
export const BARS_PX = 72;

/** Margin above and below what is scrolled into view, px. */
const MARGIN_PX = 24;

/**
 * The view of the page: zoom and the visible part of the canvas's scroller. "View px" are px
 * from the canvas element's top left corner.
 */
export class ViewStore {
  zoom = 1;
  width = 0;
  height = 0;
  scrollLeft = 0;
  scrollTop = 0;
  scrollWidth = 0;
  /** The selection's rectangle, view px; null without a selection. */
  selectionRect: DOMRectReadOnly | null = null;
  /**
   * The section that `scrollToSection` was last called for, a new object each time; null after a
   * press elsewhere on the canvas.
   */
  scrolledTo: { readonly uuid: string } | null = null;
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

  /** The visible part of the page, page space. */
  get visibleBox(): Box {
    const corner = this.toPage({ x: 0, y: 0 });
    return { ...corner, width: this.width / this.pxPerUnit, height: this.height / this.pxPerUnit };
  }

  /** The visible part of the page between the bars, page space. */
  get clearBox(): Box {
    const { y, height, ...across } = this.visibleBox;
    const bar = Math.min(BARS_PX, this.height / 4) / this.pxPerUnit;
    const top = Math.max(0, y + bar);
    return { ...across, y: top, height: Math.max(0, y + height - bar - top) };
  }

  /** Whether any part of the selection is in view; false without a selection. */
  get isSelectionInView(): boolean {
    const { selectionRect: rect, width, height } = this;
    if (!rect) return false;
    return rect.right > 0 && rect.left < width && rect.bottom > 0 && rect.top < height;
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

  /**
   * Where new blocks are placed: the middle of the window, as far down as the centre of the visible
   * part, clamped to the page; page space. The middle of a section that was just added or moved is
   * preferred while it is visible, because the last section cannot be scrolled to the centre.
   */
  get center(): Point {
    const { y } = this.toPage({ x: this.width / 2, y: this.height / 2 });
    const section = this.scrolledTo && this.editor.boxOf(this.scrolledTo.uuid);
    if (section && (y < section.y || y >= section.y + section.height)) {
      const middle = { x: 0.5, y: section.y + section.height / 2 };
      const { clearBox } = this;
      if (middle.y > clearBox.y && middle.y < clearBox.y + clearBox.height) return middle;
    }
    return {
      x: 0.5,
      y: Math.max(0.1, Math.min(y, Math.max(0.1, this.editor.fields.relativeHeight))),
    };
  }

  setZoom(zoom: number): void {
    this.zoom = clampZoom(zoom);
  }

  setSelectionRect(rect: DOMRectReadOnly | null): void {
    this.selectionRect = rect;
  }

  /** Zooms until the whole page is visible. */
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

  /**
   * Scrolls a section to the middle, or its top to below the bars if it is too tall, unless all of
   * it is visible below the bars.
   */
  scrollToSection(uuid: string): void {
    this.scrolledTo = { uuid };
    setTimeout(() => {
      const box = this.editor.boxOf(uuid);
      if (!box) return;
      const view = this.toView(box);
      if (view.y >= BARS_PX && view.y + view.height <= this.height) return;
      this.scroller?.scrollTo({
        top: this.scrollTop + view.y - Math.max(BARS_PX, (this.height - view.height) / 2),
        behavior: scrollBehavior(),
      });
    }, 100);
  }

  /** Scrolls the selection into view; its top if it is taller than the view. */
  showSelection(): void {
    const { scroller } = this;
    const box = this.editor.selectionBox;
    if (!scroller || !box) return;
    const { y, height } = this.toView(box);
    const top = y + this.scrollTop;
    const maxScrollTop = top - MARGIN_PX;
    const minScrollTop = top + height + MARGIN_PX - scroller.clientHeight;
    scroller.scrollTo({
      top: Math.min(maxScrollTop, Math.max(minScrollTop, scroller.scrollTop)),
      behavior: scrollBehavior(),
    });
  }

  /**
   * Scrolls a block that was just added to the middle, or its top to below the bars if it is too
   * tall, unless all of it is visible between the bars. Waits until the canvas has its new height.
   */
  showAdded(uuid: string): void {
    if (this.scroller)
      requestAnimationFrame(() => {
        const box = this.editor.boxOf(uuid);
        const { clearBox } = this;
        if (!box) return;
        if (box.y >= clearBox.y && box.y + box.height <= clearBox.y + clearBox.height) return;
        this.scrollToBox(box);
      });
  }

  /**
   * Scrolls to the blocks that an undo or redo has added or changed, and to where those were that it
   * has removed, unless a part of them is visible between the bars. Sections count only if nothing
   * else has changed.
   */
  showChanged({ added, updated, removed }: Change): void {
    if (!this.scroller) return;
    const { editor } = this;
    const isSection = ({ parentUuid }: Block) => parentUuid === undefined;
    const left = [...Object.values(added), ...Object.values(updated).map(([, to]) => to)];
    const gone = Object.values(removed);
    const areSections = [...left, ...gone].every(isSection);
    const boxes = [
      ...left
        .filter((block) => areSections || !isSection(block))
        .map(({ uuid }) => editor.boxOf(uuid)),
      ...gone.map((block) => this.boxOfRemoved(block)),
    ].filter((box) => box !== null);
    const { clearBox } = this;
    const changed = boxes.reduce<Box | null>(unionBoxes, null);
    if (!changed || boxes.some((box) => intersectBoxes(box, clearBox) !== null)) return;
    // Wait until the canvas has its new height.
    requestAnimationFrame(() => this.scrollToBox(changed));
  }

  /** Follows the scroller in the canvas's element. Returns a function that stops it. */
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
    const press = ({ clientY }: PointerEvent) => {
      const section = this.scrolledTo && this.editor.boxOf(this.scrolledTo.uuid);
      if (!section) return;
      const { y } = this.toPage({ x: 0, y: clientY - scroller.getBoundingClientRect().y });
      if (y >= section.y && y < section.y + section.height) return;
      runInAction(() => {
        this.scrolledTo = null;
      });
    };
    const sizes = new ResizeObserver(read);
    sizes.observe(scroller);
    for (const child of scroller.children) sizes.observe(child);
    scroller.addEventListener('scroll', read, { passive: true });
    scroller.addEventListener('pointerdown', press, { passive: true });
    read();
    return () => {
      this.scroller = null;
      sizes.disconnect();
      scroller.removeEventListener('scroll', read);
      scroller.removeEventListener('pointerdown', press);
    };
  }

  /** Where a removed block was; null if its section or group is not on the page either. */
  private boxOfRemoved({ parentUuid, position }: Block): Box | null {
    const parent = parentUuid === undefined ? null : this.editor.boxOf(parentUuid);
    const { x, y, width, height } = position;
    return parent && { x: parent.x + x, y: parent.y + y, width, height };
  }

  /**
   * Scrolls a box of page space to the middle, or its top to below the bars if it is too tall;
   * sideways only if it is out of view.
   */
  private scrollToBox(box: Box): void {
    const { x, y, width, height } = this.toView(box);
    const isBeside = x > this.width || x + width < 0;
    this.scroller?.scrollTo({
      ...(isBeside && { left: this.scrollLeft + x - (this.width - width) / 2 }),
      top: this.scrollTop + y - Math.max(BARS_PX, (this.height - height) / 2),
      behavior: scrollBehavior(),
    });
  }

  private showBox(box: Box): void {
    const { width, height, windowWidthPx } = this;
    if (width === 0) return;
    const space = Math.max(80, height - BARS_PX);
    const minSize = GEOMETRY.minBlockDimension;
    this.setZoom(
      ZOOM_FIT_RATIO *
        Math.min(
          width / (Math.max(minSize, box.width) * windowWidthPx),
          space / (Math.max(minSize, box.height) * windowWidthPx),
        ),
    );
    // Wait for the canvas's new layout.
    requestAnimationFrame(() => {
      const view = this.toView(box);
      this.scroller?.scrollTo({
        left: this.scrollLeft + view.x + view.width / 2 - width / 2,
        top: this.scrollTop + view.y + view.height / 2 - BARS_PX - space / 2,
      });
    });
  }
}

function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}
