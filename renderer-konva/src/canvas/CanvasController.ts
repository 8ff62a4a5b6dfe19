import type { Editor } from '@cobble/engine';
import {
  autorun,
  makeObservable,
  observableRef,
  observableStruct,
  reaction,
  runInAction,
} from 'mobx';
import {
  type ChromeColors,
  DEFAULT_CHROME_COLORS,
  followChromeColors,
  readChromeColors,
} from '../chrome/chromeColors.ts';
import { listenToDrops } from '../input/fileDrop.ts';
import { listenToKeys } from '../input/keyboard.ts';
import type { ChromeHover } from '../chrome/ChromeHit.ts';
import { PointerController } from '../input/PointerController.ts';
import { ZoomController } from '../input/ZoomController.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { ImageFilesLookup } from '../images/ImageFiles.ts';
import { browserTexts } from './browserTexts.ts';
import { CanvasView } from './CanvasView.ts';
import type { CobbleCanvasProps } from './CobbleCanvasProps.ts';
import { createBrowserResources } from './createBrowserResources.ts';
import { followDpr } from './followDpr.ts';
import { PageBlocks } from './PageBlocks.ts';
import { StagePlace } from './StagePlace.ts';
import { viewRectOf } from './viewRectOf.ts';

/** The elements that a canvas is made of. */
export interface CanvasElements {
  readonly root: HTMLElement;
  readonly scroller: HTMLElement;
  readonly spacer: HTMLElement;
  /** Where the page's blocks are shown, in the scrolled content. */
  readonly blocks: HTMLElement;
}

/** What of the props may change from one rendering to the next. */
export type CanvasCallbacks = Pick<CobbleCanvasProps, 'onFiles' | 'onZoomChange'>;

/** One canvas: its view, its layers, its input. React renders the frame around it. */
export class CanvasController {
  readonly editor: Editor;
  readonly view: CanvasView;
  /** Where the stage of what lies over the blocks stands in the content. */
  readonly stage: StagePlace;
  readonly blocks: PageBlocks;
  /** Put before `/assets/...` in images' addresses. */
  readonly assetBaseUrl: string;
  readonly resources: PaintResources;
  /** The latest callbacks of the host. */
  callbacks: CanvasCallbacks = {};
  isSafeMode = false;
  /** Which files there are of the page's images. */
  images: ImageFilesLookup | undefined;
  /** The posts of the page's channel blocks. */
  posts: CobbleCanvasProps['posts'];
  /** Whether the page rails are shown. */
  isAdvanced = false;
  hover: ChromeHover = {};
  colors: ChromeColors = DEFAULT_CHROME_COLORS;
  elements: CanvasElements | null = null;
  zooming: ZoomController | null = null;
  #pointer: PointerController | null = null;

  constructor(editor: Editor, assetBaseUrl: string) {
    this.editor = editor;
    this.view = new CanvasView(editor);
    this.resources = createBrowserResources(editor, assetBaseUrl, this, (use) => {
      this.blocks.redrawUsers(use);
    });
    this.blocks = new PageBlocks(editor, this.view, this.resources);
    this.stage = new StagePlace(this.view);
    this.assetBaseUrl = assetBaseUrl;
    makeObservable(this, {
      isAdvanced: observableRef,
      hover: observableStruct,
      colors: observableRef,
      elements: observableRef,
    });
  }

  /** Whether the author's own code may not run; what shows is drawn anew. */
  setSafeMode(isSafeMode: boolean): void {
    if (this.isSafeMode === isSafeMode) return;
    this.isSafeMode = isSafeMode;
    this.blocks.redraw();
  }

  /** Shows the page rails, or hides them. */
  setAdvanced(isAdvanced: boolean): void {
    runInAction(() => (this.isAdvanced = isAdvanced));
  }

  /** More is known of the page's images; those that show are asked for anew. */
  setImages(images: ImageFilesLookup | undefined): void {
    if (this.images === images) return;
    this.images = images;
    this.blocks.redraw();
  }

  /** More is known of the posts of the page's channel blocks. */
  setPosts(posts: CobbleCanvasProps['posts']): void {
    if (this.posts === posts) return;
    this.posts = posts;
    this.blocks.redraw();
  }

  /** Begins to live in these elements; returns the way to end. */
  mount(elements: CanvasElements): () => void {
    const { scroller, spacer, blocks } = elements;
    const { view } = this;
    const zooming = new ZoomController(view, scroller, (zoom) => {
      this.callbacks.onZoomChange?.(zoom);
    });
    const pointer = new PointerController(this, scroller, zooming, (hover) => {
      runInAction(() => (this.hover = hover));
    });
    this.#pointer = pointer;
    runInAction(() => {
      this.zooming = zooming;
      this.elements = elements;
      this.colors = readChromeColors(scroller);
    });
    const measure = (): void => {
      view.resize(scroller.clientWidth, scroller.clientHeight);
      view.scrolled(scroller.scrollLeft, scroller.scrollTop);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(scroller);
    measure();
    const onScroll = (): void => {
      view.scrolled(scroller.scrollLeft, scroller.scrollTop);
    };
    const onWheel = (event: WheelEvent): void => {
      zooming.wheel(event);
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    scroller.addEventListener('wheel', onWheel, { passive: false });
    const disposers = [
      autorun(() => {
        spacer.style.width = `${String(view.contentWidth)}px`;
        spacer.style.height = `${String(view.contentHeight)}px`;
      }),
      pointer.listen(),
      listenToKeys(this, pointer),
      listenToDrops(this),
      followDpr(view),
      followChromeColors(() => {
        runInAction(() => (this.colors = readChromeColors(scroller)));
      }),
      this.stage.follow(),
      this.blocks.follow(blocks),
      browserTexts().onFontsChanged(() => {
        this.blocks.redrawUsers('texts');
      }),
      () => {
        sizes.disconnect();
        scroller.removeEventListener('scroll', onScroll);
        scroller.removeEventListener('wheel', onWheel);
      },
    ];
    // What is wider than the room begins in its middle, where the window is.
    scroller.scrollLeft = (view.contentWidth - view.width) / 2;
    onScroll();
    return () => {
      pointer.cancel();
      for (const dispose of disposers) dispose();
      runInAction(() => (this.elements = null));
    };
  }

  /** The client px of the press that led into text editing; null when a key or the host did. */
  entryPoint(): { x: number; y: number } | null {
    return this.#pointer?.entryPoint() ?? null;
  }

  /** Tells where the selection stands in the canvas element; returns the way to stop. */
  followSelection(listener: (rect: DOMRectReadOnly | null) => void): () => void {
    return reaction(() => viewRectOf(this.editor, this.view), listener, {
      fireImmediately: true,
      equals: (a, b) =>
        a === b ||
        (a !== null &&
          b !== null &&
          a.x === b.x &&
          a.y === b.y &&
          a.width === b.width &&
          a.height === b.height),
    });
  }

  /** Scrolls so far that a block shows. */
  reveal(uuid: string): void {
    const box = this.editor.boxOf(uuid);
    const scroller = this.elements?.scroller;
    if (!box || !scroller) return;
    const { view } = this;
    const from = view.toView(box);
    const to = view.toView({ x: box.x + box.width, y: box.y + box.height });
    const margin = 24;
    const by = (low: number, high: number, room: number): number =>
      low < 0 ? low - margin : high > room ? Math.min(high - room + margin, low - margin) : 0;
    scroller.scrollBy(by(from.x, to.x, view.width), by(from.y, to.y, view.height));
  }
}
