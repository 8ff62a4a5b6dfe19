import type { Editor } from '@cobble/engine';
import { Konva } from 'konva/lib/Global.js';
import {
  autorun,
  makeObservable,
  observableRef,
  observableStruct,
  reaction,
  runInAction,
} from 'mobx';
import { StageViewport } from '../chrome/StageViewport.ts';
import {
  type ChromeColors,
  DEFAULT_CHROME_COLORS,
  followChromeColors,
  readChromeColors,
} from '../chrome/chromeColors.ts';
import type { ChromeHover } from '../chrome/ChromeState.ts';
import type { ImageVariantsLookup } from '../images/ImageVariants.ts';
import { PointerController } from '../input/PointerController.ts';
import { ZoomController } from '../input/ZoomController.ts';
import { listenToDrops } from '../input/fileDrop.ts';
import { keyDownOf, listenToKeys } from '../input/keyboard.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import { PagePainter } from '../painting/PagePainter.ts';
import { browserTextLayouts } from '../resources/browserTextLayouts.ts';
import { createBrowserResources } from '../resources/createBrowserResources.ts';
import { createTranslate, type Translate } from '../messages/translate.ts';
import { remeasureTexts } from './remeasureTexts.ts';
import { CanvasView } from '../view/CanvasView.ts';
import { followPlace } from '../view/followPlace.ts';
import type { MovedBlocks } from '../painting/moving/MovedBlocks.ts';
import type { People } from '../presence/People.ts';
import { personName } from '../presence/personName.ts';
import type { CobbleCanvasProps } from './CobbleCanvasProps.ts';

/** The DOM elements of a canvas. */
export interface CanvasElements {
  readonly root: HTMLElement;
  readonly scroller: HTMLElement;
  readonly spacer: HTMLElement;
  /** Contains the canvases that show the page's blocks, in the scrolled content. */
  readonly blocks: HTMLElement;
}

const NO_PLACEMENTS: MovedBlocks['placements'] = new Map();

/** The host's callbacks that the controller calls. They may change between renders. */
export type CanvasCallbacks = Pick<CobbleCanvasProps, 'onFiles' | 'onZoomChange'>;

/** One canvas: its view, painting and input. React renders the elements around it. */
export class CanvasController {
  readonly editor: Editor;
  readonly view: CanvasView;
  /** The area that the chrome's Konva stage covers in the content. */
  readonly stage: StageViewport;
  readonly blocks: PagePainter;
  /** Prefix for image URLs that start with `/assets/`. */
  readonly assetBaseUrl: string;
  readonly resources: PaintResources;
  /** The host's latest callbacks. */
  callbacks: CanvasCallbacks = {};
  isSafeMode = false;
  /** Looks up the variants of the page's images. */
  imageVariants: ImageVariantsLookup | undefined;
  /** Looks up an account's posts, for the page's channel blocks. */
  posts: CobbleCanvasProps['posts'];
  /** Whether the page rails are shown. */
  isAdvanced = false;
  /** Looks up the canvas's messages. */
  t: Translate = createTranslate();
  /** The people in the page's room; null outside of one. */
  people: People | null = null;
  hover: ChromeHover = {};
  colors: ChromeColors = DEFAULT_CHROME_COLORS;
  elements: CanvasElements | null = null;
  zooming: ZoomController | null = null;
  #pointer: PointerController | null = null;
  #moved: MovedBlocks | null = null;
  /** Whether the canvas has had a height, or a warning has said that it has none. */
  #isHeightChecked = false;

  constructor(editor: Editor, assetBaseUrl: string) {
    this.editor = editor;
    this.view = new CanvasView(editor);
    this.resources = createBrowserResources(editor, assetBaseUrl, this, (use) => {
      this.blocks.repaintUsers(use);
    });
    const moved = (): MovedBlocks | null => this.#moved;
    this.blocks = new PagePainter(editor, this.view, this.resources, {
      get placements() {
        return moved()?.placements ?? NO_PLACEMENTS;
      },
    });
    this.stage = new StageViewport(this.view);
    this.assetBaseUrl = assetBaseUrl;
    makeObservable(this, {
      isAdvanced: observableRef,
      t: observableRef,
      people: observableRef,
      hover: observableStruct,
      colors: observableRef,
      elements: observableRef,
    });
  }

  /** Sets whether code embeds show a safe-mode notice, and repaints everything. */
  setSafeMode(isSafeMode: boolean): void {
    if (this.isSafeMode === isSafeMode) return;
    this.isSafeMode = isSafeMode;
    this.blocks.repaint();
  }

  /** Replaces the canvas's messages and repaints, as blocks show some of them. */
  setTranslate(t: Translate): void {
    runInAction(() => (this.t = t));
    this.blocks.repaint();
  }

  /** Shows the people in a room, or nobody. */
  setPeople(people: People | null): void {
    runInAction(() => (this.people = people));
  }

  /** Shows blocks that gestures of other people are moving where these are now; null for none. */
  setMovedBlocks(moved: MovedBlocks | null): void {
    this.#moved = moved;
    this.blocks.followMoved();
  }

  /** Says who is editing a block; null if nobody else is, or without a room. */
  describeLock(uuid: string): string | null {
    const holder = this.people?.holderOf(uuid);
    if (!holder) return null;
    if (holder.isYou) return this.t('editedByYou');
    return this.t('editedByOther', { name: personName(this.t, holder.person) });
  }

  /** Shows or hides the page rails. */
  setAdvanced(isAdvanced: boolean): void {
    runInAction(() => (this.isAdvanced = isAdvanced));
  }

  /**
   * Replaces the lookup of image variants and repaints, so that visible images are requested again.
   */
  setImageVariants(imageVariants: ImageVariantsLookup | undefined): void {
    if (this.imageVariants === imageVariants) return;
    this.imageVariants = imageVariants;
    this.blocks.repaint();
  }

  /** Replaces the lookup of posts and repaints. */
  setPosts(posts: CobbleCanvasProps['posts']): void {
    if (this.posts === posts) return;
    this.posts = posts;
    this.blocks.repaint();
  }

  /** Attaches the canvas to its elements. Returns a function that detaches it. */
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
    const keepPlace = followPlace(view, scroller);
    const measure = (): void => {
      keepPlace(() => {
        view.resize(scroller.clientWidth, scroller.clientHeight);
      });
      view.scrolled(scroller.scrollLeft, scroller.scrollTop);
    };
    const sizes = new ResizeObserver(() => {
      measure();
      this.#checkHeight();
    });
    sizes.observe(scroller);
    measure();
    const onWheel = (event: WheelEvent): void => {
      zooming.wheel(event);
    };
    // A narrower view, or a wider one with less content, makes the browser scroll before it reports
    // the size.
    scroller.addEventListener('scroll', measure, { passive: true });
    scroller.addEventListener('wheel', onWheel, { passive: false });
    const disposers = [
      autorun(() => {
        spacer.style.width = `${String(view.contentWidth)}px`;
        spacer.style.height = `${String(view.contentHeight)}px`;
      }),
      pointer.listen(),
      listenToKeys({
        editor: this.editor,
        root: elements.root,
        zoomByKey: (event) => zooming.key(event),
        pointer,
      }),
      listenToDrops(elements, view, () => this.callbacks.onFiles),
      followDpr(view),
      followChromeColors(() => {
        runInAction(() => (this.colors = readChromeColors(scroller)));
      }),
      this.stage.follow(),
      this.blocks.follow(blocks),
      browserTextLayouts().onFontsChanged(() => {
        this.blocks.repaintUsers('texts');
      }),
      remeasureTexts(this.editor),
      () => {
        sizes.disconnect();
        scroller.removeEventListener('scroll', measure);
        scroller.removeEventListener('wheel', onWheel);
      },
    ];
    // Content that is wider than the viewport starts centred, where the window is.
    scroller.scrollLeft = (view.contentWidth - view.width) / 2;
    measure();
    return () => {
      pointer.cancel();
      for (const dispose of disposers) dispose();
      runInAction(() => (this.elements = null));
    };
  }

  /** Warns once if the canvas is laid out without a height, as it then shows nothing. */
  #checkHeight(): void {
    const { width, height } = this.view;
    // Elements that are hidden or detached have no width either.
    if (this.#isHeightChecked || width === 0) return;
    this.#isHeightChecked = true;
    if (height > 0) return;
    // eslint-disable-next-line no-console -- for the host's author; there is nothing to throw to
    console.warn(
      'The container of <CobbleCanvas> has no height, so nothing is shown: set one in CSS.',
    );
  }

  /**
   * Client px of the press on the block that started text editing; null when something else did,
   * such as a key or adding the block.
   */
  entryPoint(): { x: number; y: number } | null {
    return this.#pointer?.entryPoint() ?? null;
  }

  /**
   * Calls `listener` with the selection's rectangle in view px, now and on every change. Returns a
   * function that stops it.
   */
  followSelection(listener: (rect: DOMRectReadOnly | null) => void): () => void {
    return reaction(() => selectionRectOf(this.editor, this.view), listener, {
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

  /** Offers a pressed key to the host's tool and bound keys; returns whether they handled it. */
  offerToHost(event: KeyboardEvent): boolean {
    return this.editor.dispatch(keyDownOf(event), { hostOnly: true });
  }

  /** Scrolls until a block is visible. */
  reveal(uuid: string): void {
    const box = this.editor.boxOf(uuid);
    const scroller = this.elements?.scroller;
    if (!box || !scroller) return;
    const { view } = this;
    const from = view.toView(box);
    const to = view.toView({ x: box.x + box.width, y: box.y + box.height });
    const margin = 24;
    const by = (low: number, high: number, size: number): number =>
      low < 0 ? low - margin : high > size ? Math.min(high - size + margin, low - margin) : 0;
    scroller.scrollBy(by(from.x, to.x, view.width), by(from.y, to.y, view.height));
  }
}

/**
 * Keeps a view's device pixel ratio equal to its screen's, even when the window moves to another
 * screen or the browser zooms. Returns a function that stops it.
 */
export function followDpr(view: CanvasView): () => void {
  let query: MediaQueryList | null = null;
  const read = (): void => {
    query?.removeEventListener('change', read);
    const dpr = window.devicePixelRatio;
    // Konva stages keep the ratio that they were created with.
    Konva.pixelRatio = dpr;
    view.setDpr(dpr);
    query = window.matchMedia(`(resolution: ${String(dpr)}dppx)`);
    query.addEventListener('change', read);
  };
  read();
  window.addEventListener('resize', read);
  return () => {
    window.removeEventListener('resize', read);
    query?.removeEventListener('change', read);
  };
}

/** The selection's box in view px; null without a selection. */
export function selectionRectOf(editor: Editor, view: CanvasView): DOMRectReadOnly | null {
  const box = editor.selection.size > 0 ? editor.selectionBox : null;
  if (!box) return null;
  const { x, y } = view.toView(box);
  return new DOMRectReadOnly(x, y, box.width * view.pxPerUnit, box.height * view.pxPerUnit);
}
