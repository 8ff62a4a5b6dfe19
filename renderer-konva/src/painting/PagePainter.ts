import { type Block, CobbleError, type Editor } from '@cobble/engine';
import { isObservableMap, observe, reaction } from 'mobx';
import { pageBackgroundColor } from '../paint/pageBackground.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { CanvasView } from '../view/CanvasView.ts';
import { DIM_OPACITY, isDimmed } from './dimming.ts';
import { liftedIds, pressedBlockIds } from './moving/PageSplit.ts';
import { splitPage } from './moving/PageSplit.ts';
import { type MovedBlocks, withMovedBlocks } from './moving/MovedBlocks.ts';
import { topLevelOf } from './planPainting.ts';
import { DIM_Z_INDEX, MovingLayer } from './moving/MovingLayer.ts';
import { DirtyRegions } from './DirtyRegions.ts';
import { PaintedAreas } from './PaintedAreas.ts';
import { type ResourceKey, ResourceUses } from './ResourceUses.ts';
import { DeviceSpace } from './DeviceSpace.ts';
import { TilePainter } from './tiles/TilePainter.ts';
import { TilePlanner } from './tiles/TilePlanner.ts';

const NONE: ReadonlySet<string> = new Set();
/** Time per frame to paint moving blocks beyond the viewport, ms. */
const MOVING_MS = 4;
/** Text editing can last for minutes and scroll, so tiles are still painted ahead. */
const TEXT_MODES: ReadonlySet<string> = new Set(['text-editing', 'inline-text-editing']);

/**
 * Paints the page's blocks: idle blocks in tiles, moving blocks on the moving layer between them.
 * Everything is in the scrolled content and painted at most once per frame, and only where
 * something changed or became visible.
 */
export class PagePainter {
  readonly #editor: Editor;
  readonly #view: CanvasView;
  readonly #areas: PaintedAreas;
  readonly #moved: MovedBlocks;
  /** The editor and its areas with the blocks that others are moving where these are now. */
  readonly #shown: Editor;
  readonly #shownAreas: PaintedAreas;
  readonly #uses: ResourceUses;
  readonly #planner: TilePlanner;
  readonly #tiles: TilePainter;
  readonly #changes: DirtyRegions;
  readonly #base = document.createElement('div');
  readonly #dim = document.createElement('div');
  readonly #disposers: (() => void)[] = [];
  #root: HTMLElement | null = null;
  #moving: MovingLayer | null = null;
  /** The pressed blocks, painted before they move so that the first frame of a drag is short. */
  #pressed: MovingLayer | null = null;
  /** Moving layers that stay visible until the tiles below show the final positions. */
  #leaving: MovingLayer[] = [];
  #isSplitStale = true;
  #stopMoved: (() => void) | null = null;
  /** Whether the root element has the `data-cobble-painting` attribute. */
  #isMarked = false;
  #frame = 0;

  /** @param moved what gestures of other people are moving */
  constructor(editor: Editor, view: CanvasView, resources: PaintResources, moved: MovedBlocks) {
    this.#editor = editor;
    this.#view = view;
    this.#areas = new PaintedAreas(editor);
    this.#moved = moved;
    this.#shown = withMovedBlocks(editor, moved);
    this.#shownAreas = new PaintedAreas(this.#shown, []);
    this.#uses = new ResourceUses(resources);
    this.#planner = new TilePlanner(editor, this.#areas, this.#uses);
    this.#tiles = new TilePainter(this.#planner, this.#uses);
    this.#changes = new DirtyRegions(editor, this.#areas, this.#planner);
    Object.assign(this.#base.style, { position: 'absolute', inset: '0' });
    // One cover over all tiles: if bands were faded one by one, what they cover would show through.
    const dim = { position: 'absolute', top: '0', height: '100%', zIndex: DIM_Z_INDEX };
    Object.assign(this.#dim.style, dim);
  }

  /**
   * Starts to show the page in an element of the scrolled content. Returns a function that stops
   * it.
   */
  follow(root: HTMLElement): () => void {
    const editor = this.#editor;
    const view = this.#view;
    const { blocks } = editor;
    if (!isObservableMap(blocks))
      throw new CobbleError(
        'blocks_not_observable',
        "an editor's blocks must be an observable map",
      );
    this.#root = root;
    this.#isMarked = false;
    root.append(this.#base, this.#dim);
    const schedule = (): void => {
      this.#schedule();
    };
    const same = { equals: (a: readonly unknown[], b: readonly unknown[]) => isSame(a, b) };
    this.#disposers.push(
      observe(blocks, (change: BlockChange) => {
        const before = 'oldValue' in change ? change.oldValue : undefined;
        const after = 'newValue' in change ? change.newValue : undefined;
        // The first change of a drag arrives before the frame that lifts the pressed blocks, so
        // their layer is kept during gestures.
        if (!editor.isInProgress) this.#pressed = null;
        this.#changes.note(change.name, before, after);
        schedule();
      }),
      reaction(
        () => [
          view.scrollLeft,
          view.scrollTop,
          view.pxPerUnit,
          view.width,
          view.height,
          view.windowLeft,
          view.contentHeight,
          view.dpr,
        ],
        schedule,
        same,
      ),
      reaction(
        () => [editor.mode.name, editor.isInProgress, editor.selection, editor.sectionIds],
        () => {
          this.#isSplitStale = true;
          schedule();
        },
        same,
      ),
      () => this.#stopMoved?.(),
      reaction(
        () => [editor.fields.settings, view.referenceWidth, editor.kits],
        () => {
          this.repaint();
        },
        same,
      ),
      reaction(
        () => editor.uploading,
        () => this.repaintUsers('uploads'),
      ),
      reaction(
        () => [isDimmed(editor), view.pageBox, editor.fields.style],
        () => {
          this.#showDim();
        },
        { ...same, fireImmediately: true },
      ),
    );
    this.followMoved();
    schedule();
    return () => {
      for (const dispose of this.#disposers.splice(0)) dispose();
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      this.#tiles.clear();
      for (const each of [this.#moving, ...this.#leaving]) each?.remove();
      this.#moving = null;
      this.#pressed = null;
      this.#leaving = [];
      this.#base.remove();
      this.#dim.remove();
      this.#root = null;
    };
  }

  /**
   * Starts to follow what others are moving. Must be called again when it comes from elsewhere, such
   * as another room.
   */
  followMoved(): void {
    this.#stopMoved?.();
    this.#stopMoved = null;
    if (!this.#root) return;
    this.#stopMoved = reaction(
      () => this.#moved.placements,
      (placements) => {
        this.#isSplitStale = true;
        const { blocks, sectionIds } = this.#editor;
        const isInGroup = (uuid: string): boolean =>
          !sectionIds.includes(blocks.get(uuid)?.parentUuid ?? '');
        // The record of the group that is lifted stays the same.
        if ([...placements.keys()].some(isInGroup)) this.#moving?.invalidate();
        this.#schedule();
      },
      { fireImmediately: true },
    );
  }

  /** Repaints everything. */
  repaint(): void {
    this.#tiles.markAll();
    this.#moving?.invalidate();
    this.#pressed?.invalidate();
    this.#schedule();
  }

  /** Repaints the blocks that use a resource which has loaded or changed. */
  repaintUsers(use: ResourceKey): void {
    for (const uuid of this.#uses.takeUsers(use)) this.#changes.touch(uuid);
    this.#moving?.invalidate();
    this.#pressed?.invalidate();
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#root) return;
    // Called for each of thousands of records that change at once.
    if (!this.#isMarked) this.#root.dataset.cobblePainting = '';
    this.#isMarked = true;
    this.#nextFrame();
  }

  #nextFrame(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint(): void {
    const root = this.#root;
    const view = this.#view;
    if (!root || view.width === 0) return;
    this.#updateSplit(root);
    const lifted = this.#moving?.split.lifted ?? NONE;
    this.#changes.flush(lifted, {
      mark: (area) => {
        this.#tiles.mark(area);
      },
      movingChanged: (_, isDescendant) => {
        if (isDescendant) this.#moving?.invalidate();
      },
    });
    const space = new DeviceSpace(view, view.dpr);
    const visible = space.visibleIn(view);
    this.#moving?.update(space, visible, isDimmed(this.#editor));
    // Gestures of others do not need every frame.
    const isOwn = liftedIds(this.#editor).size > 0;
    const isBusy = isOwn && !TEXT_MODES.has(this.#editor.mode.name);
    const remaining = this.#tiles.frame(view, view.dpr, this.#base, this.#moving, isBusy);
    if (!remaining.hasVisible) {
      this.#removeLeaving();
      delete root.dataset.cobblePainting;
      this.#isMarked = false;
    }
    const end = performance.now() + MOVING_MS;
    const isOver = (): boolean => performance.now() >= end;
    const ahead = this.#moving ?? this.#pressed;
    const hasMore = !remaining.hasVisible && ahead?.enlarge(space, visible, isOver);
    if (remaining.hasAny || hasMore) this.#nextFrame();
  }

  /**
   * Lifts blocks onto the moving layer when they begin to move, and returns them to the tiles
   * afterwards.
   */
  #updateSplit(root: HTMLElement): void {
    if (!this.#isSplitStale) return;
    this.#isSplitStale = false;
    const ids = this.#liftedIds();
    const before = this.#moving;
    const previousIds = before?.split.lifted ?? NONE;
    const pressed = this.#pressed;
    this.#pressed = this.#pressedLayer(pressed);
    if (isSameSet(ids, previousIds)) {
      // The same blocks in another mode: their text may now be shown by the text overlay.
      before?.invalidate();
      return;
    }
    const target = {
      mark: (area: Parameters<TilePainter['mark']>[0]) => {
        this.#tiles.mark(area);
      },
    };
    for (const uuid of ids) if (!previousIds.has(uuid)) this.#changes.blockChanged(uuid, target);
    for (const uuid of previousIds) if (!ids.has(uuid)) this.#changes.blockChanged(uuid, target);
    if (before) this.#leaving.push(before);
    this.#moving = pressed && isSameSet(pressed.split.lifted, ids) ? pressed : this.#split(ids);
    this.#moving?.mount(root);
  }

  /** The blocks that change from frame to frame, here or because others are moving them. */
  #liftedIds(): ReadonlySet<string> {
    const own = liftedIds(this.#editor);
    const { placements } = this.#moved;
    if (placements.size === 0) return own;
    const tops = [...placements.keys()].map((uuid) => topLevelOf(this.#editor, uuid)?.uuid);
    return new Set([...own, ...tops.filter((uuid) => uuid !== undefined)]);
  }

  #split(ids: ReadonlySet<string>): MovingLayer | null {
    const split = splitPage(this.#editor, ids);
    if (!split) return null;
    const moved = this.#moved;
    return moved.placements.size === 0
      ? new MovingLayer(split, this.#editor, this.#areas, this.#uses)
      : new MovingLayer(split, this.#shown, this.#shownAreas, this.#uses, moved);
  }

  #pressedLayer(before: MovingLayer | null): MovingLayer | null {
    const ids = pressedBlockIds(this.#editor);
    return before && isSameSet(before.split.lifted, ids) ? before : this.#split(ids);
  }

  /** Removes moving layers whose blocks are visible in the tiles again. */
  #removeLeaving(): void {
    for (const each of this.#leaving.splice(0)) {
      this.#tiles.removeFrom(each.bands);
      each.remove();
    }
  }

  /**
   * Fades everything below the edited block, which is shown above all others, towards the page's
   * background colour.
   */
  #showDim(): void {
    const strength = isDimmed(this.#editor) ? DIM_OPACITY : 0;
    const { x, width } = this.#view.pageBox;
    Object.assign(this.#dim.style, {
      display: strength > 0 ? '' : 'none',
      left: `${String(x)}px`,
      width: `${String(width)}px`,
      background: pageBackgroundColor(this.#editor.fields.style),
      opacity: String(strength),
    });
  }
}

/** A change event of MobX's observable map. */
type BlockChange =
  | { readonly type: 'add'; readonly name: string; readonly newValue: Block }
  | {
      readonly type: 'update';
      readonly name: string;
      readonly newValue: Block;
      readonly oldValue: Block;
    }
  | { readonly type: 'delete'; readonly name: string; readonly oldValue: Block };

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
