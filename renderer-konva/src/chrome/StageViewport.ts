import type { Box } from '@cobble/engine';
import { computed, makeObservable, observableRef, reaction, runInAction, untracked } from 'mobx';
import type { CanvasView } from '../view/CanvasView.ts';
import { containsBox, expandBox, intersectBoxes, roundOutBox } from '../paint/boxes.ts';

/** How far beyond the viewport the stage extends where there is more to scroll, px. */
const MARGIN_PX = 240;
/** The stage moves when its edge comes this close to the viewport, px: one frame's scrolling. */
const NEAR_PX = 80;
/** The largest canvas side that every browser supports, device px. */
const MAX_SIDE_PX = 8192;
/** How much wider or taller rounding to whole px makes a box. */
const ROUNDING_PX = 2;

/**
 * The area of the content that the chrome's Konva stage covers. It is larger than the viewport, so
 * that the browser scrolls it with the blocks, and changes only when its edge comes close to the
 * viewport or it has become too large. Content px.
 */
export class StageViewport {
  readonly #view: CanvasView;
  box: Box = { x: 0, y: 0, width: 0, height: 0 };

  constructor(view: CanvasView) {
    this.#view = view;
    makeObservable(this, {
      box: observableRef,
      left: computed,
      top: computed,
      width: computed,
      height: computed,
    });
  }

  get left(): number {
    return this.box.x;
  }
  get top(): number {
    return this.box.y;
  }
  get width(): number {
    return this.box.width;
  }
  get height(): number {
    return this.box.height;
  }

  /** Starts to follow the view. Returns a function that stops it. */
  follow(): () => void {
    return reaction(
      () => this.#chooseBox(),
      (box) => {
        runInAction(() => (this.box = box));
      },
      { fireImmediately: true, equals: (a, b) => a === b },
    );
  }

  /** The current box while it is neither too small nor too large, else a new one. */
  #chooseBox(): Box {
    const view = this.#view;
    const content = { x: 0, y: 0, width: view.contentWidth, height: view.contentHeight };
    const viewport = {
      x: view.scrollLeft,
      y: view.scrollTop,
      width: view.width,
      height: view.height,
    };
    const maxSide = MAX_SIDE_PX / view.dpr;
    const margin = (size: number): number => Math.min(MARGIN_PX, Math.max(0, (maxSide - size) / 2));
    const largest = clip(expandBox(viewport, margin(view.width), margin(view.height)), content);
    const smallest = clip(expandBox(viewport, NEAR_PX), content);
    // Untracked: the previous choice must not trigger a new one.
    const current = untracked(() => this.box);
    const fits =
      containsBox(current, smallest) &&
      containsBox(expandBox(content, 1), current) &&
      current.width <= viewport.width + 2 * MARGIN_PX + ROUNDING_PX &&
      current.height <= viewport.height + 2 * MARGIN_PX + ROUNDING_PX;
    return fits ? current : roundOutBox(largest);
  }
}

function clip(box: Box, by: Box): Box {
  return intersectBoxes(box, by) ?? box;
}
