import type { Box } from '@cobble/engine';
import { computed, makeObservable, observableRef, reaction, runInAction, untracked } from 'mobx';
import type { CanvasView } from './CanvasView.ts';
import { grownBox, holdsBox, sharedBox } from './tiles/tileGrid.ts';

/** How far beyond what shows the stage reaches where there is more to scroll, px. */
const MARGIN_PX = 240;
/** So near its edge may come before it is placed anew, px: a frame's scrolling. */
const NEAR_PX = 80;
/** The greatest side of a canvas that every browser has, device px. */
const MAX_SIDE = 8192;

/**
 * Where the stage of what lies over the blocks (handles, guides) stands: in the content, larger than
 * what shows, so that the browser scrolls it with the blocks. It is placed anew when it is scrolled
 * near its edge. Content px.
 */
export class StagePlace {
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

  /** Begins to follow the view; returns the way to stop. */
  follow(): () => void {
    return reaction(
      () => this.#wanted(),
      (box) => {
        runInAction(() => (this.box = box));
      },
      { fireImmediately: true, equals: (a, b) => a === b },
    );
  }

  /** The box as it is while it is good enough, else a new one. */
  #wanted(): Box {
    const view = this.#view;
    const content = { x: 0, y: 0, width: view.contentWidth, height: view.contentHeight };
    const seen = { x: view.scrollLeft, y: view.scrollTop, width: view.width, height: view.height };
    const room = MAX_SIDE / view.dpr;
    const margin = (size: number): number => Math.min(MARGIN_PX, Math.max(0, (room - size) / 2));
    const most = cut(grownBox(seen, margin(view.width), margin(view.height)), content);
    const least = cut(grownBox(seen, NEAR_PX), content);
    // What was chosen last is no reason to choose again.
    const now = untracked(() => this.box);
    const isRightSize = now.width <= most.width + 1e-6 || now.width <= content.width;
    const fits =
      holdsBox(now, least) &&
      holdsBox(grownBox(content, 1), now) &&
      isRightSize &&
      now.width <= seen.width + 2 * MARGIN_PX &&
      now.height <= seen.height + 2 * MARGIN_PX;
    return fits ? now : whole(most);
  }
}

function cut(box: Box, by: Box): Box {
  return sharedBox(box, by) ?? box;
}

function whole({ x, y, width, height }: Box): Box {
  return { x: Math.floor(x), y: Math.floor(y), width: Math.ceil(width), height: Math.ceil(height) };
}
