import type { Block, Box, Editor } from '@cobble/engine';
import { createPaintBuffer, type PaintBuffer, BitmapCanvas } from '../BitmapCanvas.ts';
import { clipsContents, isPaintedAsOne, type PaintStep, planPainting } from '../planPainting.ts';
import type { PaintedAreas } from '../PaintedAreas.ts';
import type { ResourceUses } from '../ResourceUses.ts';
import type { DeviceSpace } from '../DeviceSpace.ts';
import type { MovedBlocks } from './MovedBlocks.ts';
import type { PageSplit } from './PageSplit.ts';
import {
  containsBox,
  expandBox,
  intersectBoxes,
  roundOutBox,
  unionBoxes,
} from '../../paint/boxes.ts';

/**
 * How far beyond the viewport moving blocks are painted, so that they can be moved without
 * repainting: at first, after they have moved that far, and when there is spare time; device px.
 */
const FIRST_PX = 48;
const NEXT_PX = 160;
const FINAL_PX = 320;
/** Number of steps painted between two checks of the clock. */
const STEPS_PER_CHECK = 8;
/** Canvas sizes are multiples of this, so that growing blocks seldom need a new canvas. */
const STEP_PX = 128;
/** The largest canvas side that every browser supports, device px. */
const MAX_SIDE_PX = 8192;
/** Lengths in units that differ by less are equal. */
const TOLERANCE = 1e-5;

/** The `z-index` of the dim over all tiles, and of lifted blocks that are above it. */
export const DIM_Z_INDEX = '1';
const ABOVE_DIM = '2';

/**
 * The moving layer: a canvas for each run of lifted blocks, and above each canvas an element for
 * the tiles of the next band.
 */
export class MovingLayer {
  readonly split: PageSplit;
  readonly runs: readonly MovingCanvas[];
  /** Elements for the tiles of band 1, 2 and so on. */
  readonly bands: readonly HTMLElement[];
  readonly #element = document.createElement('div');

  /** @param moved what gestures of other people are moving, if `editor` shows that */
  constructor(
    split: PageSplit,
    editor: Editor,
    areas: PaintedAreas,
    uses: ResourceUses,
    moved: MovedBlocks | null = null,
  ) {
    this.split = split;
    this.runs = split.runs.map((ids) => new MovingCanvas(ids, editor, areas, uses, moved));
    this.bands = this.runs.map((run) => {
      const band = document.createElement('div');
      Object.assign(band.style, { position: 'absolute', inset: '0' });
      this.#element.append(run.canvas, band);
      return band;
    });
    Object.assign(this.#element.style, { position: 'absolute', inset: '0' });
  }

  /** Shows the layer above the tiles of band 0. */
  mount(root: HTMLElement): void {
    root.append(this.#element);
  }

  remove(): void {
    this.#element.remove();
  }

  /**
   * Updates all canvases; `visible` in device px of the space.
   *
   * @param isAbove whether the lifted blocks are shown above all others
   */
  update(space: DeviceSpace, visible: Box, isAbove: boolean): void {
    for (const run of this.runs) {
      run.update(space, visible);
      // A dragged block would be hidden by the section that it will be in after the drop.
      run.canvas.style.zIndex = isAbove || run.isLeavingSection() ? ABOVE_DIM : '';
    }
  }

  /**
   * Paints further beyond the viewport while there is time. Returns whether there is more to paint.
   */
  enlarge(space: DeviceSpace, visible: Box, isOver: () => boolean): boolean {
    return this.runs.some((run) => run.enlarge(space, visible, isOver));
  }

  /** Repaints all canvases at the next update. */
  invalidate(): void {
    for (const run of this.runs) run.invalidate();
  }

  /** Where lifted blocks paint now, page space. */
  areas(): readonly Box[] {
    return this.runs.flatMap(({ area }) => area ?? []);
  }
}

interface Painted {
  readonly blocks: ReadonlyMap<string, Block>;
  readonly origins: ReadonlyMap<string, Box>;
  readonly space: DeviceSpace;
  /** Where the blocks paint, page space; null when they paint nothing. */
  readonly area: Box | null;
  /** The part of it that is on the canvas, device px. */
  readonly region: Box | null;
}

/** A larger image that is painted in the background, as time allows. */
interface LargerImage {
  readonly painted: Painted;
  readonly buffer: PaintBuffer;
  readonly steps: readonly PaintStep[];
  next: number;
}

/**
 * Blocks that change from frame to frame, on one canvas between the tiles. While they all move by
 * the same distance, the canvas is moved by a CSS transform and nothing is painted. Cache: the
 * blocks as a bitmap; invalidated by any other change of the blocks, by another zoom, and by
 * `invalidate`.
 */
class MovingCanvas {
  readonly ids: readonly string[];
  readonly #image = new BitmapCanvas();
  readonly #editor: Editor;
  readonly #areas: PaintedAreas;
  readonly #uses: ResourceUses;
  readonly #moved: MovedBlocks | null;
  #buffer: PaintBuffer | null = null;
  #painted: Painted | null = null;
  #larger: LargerImage | null = null;
  /** Whether it covers as much beyond the viewport as it ever will. */
  #isComplete = false;
  #offset = { x: 0, y: 0 };

  constructor(
    ids: readonly string[],
    editor: Editor,
    areas: PaintedAreas,
    uses: ResourceUses,
    moved: MovedBlocks | null,
  ) {
    this.ids = ids;
    this.#moved = moved;
    this.#editor = editor;
    this.#areas = areas;
    this.#uses = uses;
    this.canvas.dataset.cobbleMoving = '';
    this.canvas.style.willChange = 'transform';
  }

  /** The element that shows the blocks. */
  get canvas(): HTMLCanvasElement {
    return this.#image.canvas;
  }

  /** Forces a repaint at the next update. */
  invalidate(): void {
    this.#painted = null;
    this.#larger = null;
    this.#isComplete = false;
  }

  /** Where the blocks paint now, page space; null when they paint nothing. */
  get area(): Box | null {
    const area = this.#painted?.area;
    return area ? { ...area, x: area.x + this.#offset.x, y: area.y + this.#offset.y } : null;
  }

  /**
   * Shows the current state of the blocks.
   *
   * @param visible the viewport, device px
   */
  update(space: DeviceSpace, visible: Box): void {
    // Finishing what `enlarge` has begun is faster than starting over.
    if (!this.#painted && this.#larger) this.#continue(this.#larger, () => false);
    const blocks = this.#blocks();
    const painted = this.#painted;
    const by = painted && painted.space.isLike(space) ? this.#offsetSince(painted, blocks) : null;
    if (!by || !painted || !coversVisible(painted, space, by, visible)) {
      this.#paint(space, blocks, expandBox(visible, by ? NEXT_PX : FIRST_PX));
      return;
    }
    this.#offset = by;
    this.#position(space);
  }

  /** Whether one of the blocks is being dragged out of its section: its middle is outside. */
  isLeavingSection(): boolean {
    const editor = this.#editor;
    const isDragging = editor.mode.name === 'translating';
    return this.ids.some((uuid) => {
      if (!isDragging && !this.#moved?.placements.has(uuid)) return false;
      const { position, parentUuid = '' } = editor.blocks.get(uuid) ?? {};
      const section = editor.blocks.get(parentUuid);
      if (!position || !section) return false;
      const middle = position.y + position.height / 2;
      return middle < 0 || middle > section.position.height;
    });
  }

  /**
   * Paints further beyond the viewport, so that a long drag has no long frame. Before the first
   * {@link MovingCanvas.update} it prepares what that would have to paint at once.
   *
   * @returns whether there is more to paint
   */
  enlarge(space: DeviceSpace, visible: Box, isOver: () => boolean): boolean {
    const shown = this.#painted;
    if (this.#isComplete || shown?.area === null) return false;
    this.#larger ??= this.#planLarger(space, expandBox(visible, shown ? FINAL_PX : FIRST_PX));
    if (this.#larger && !this.#continue(this.#larger, isOver)) return true;
    this.#isComplete = shown !== null || !this.#painted;
    return !this.#isComplete;
  }

  /**
   * Null when everything that will be visible soon is painted, or the browser is out of memory.
   */
  #planLarger(space: DeviceSpace, bounds: Box): LargerImage | null {
    const { painted, ids } = this.#find(space, this.#blocks(), bounds);
    const { region } = painted;
    const shown = this.#painted?.region;
    if (!region || (shown && shown.width >= region.width && shown.height >= region.height))
      return null;
    const buffer = createPaintBuffer(...bufferSize(region));
    if (!buffer) return null;
    space.transform(buffer.context, region);
    return { painted, buffer, steps: this.#stepsOf(space, region, ids), next: 0 };
  }

  /**
   * Continues a larger image and shows it when complete, unless its blocks have changed other than
   * by moving together. Returns whether it is complete.
   */
  #continue(larger: LargerImage, isOver: () => boolean): boolean {
    const { buffer, steps, painted } = larger;
    while (larger.next < steps.length) {
      if (larger.next % STEPS_PER_CHECK === 0 && isOver()) return false;
      this.#paintSteps(buffer, steps.slice(larger.next, larger.next + 1));
      larger.next += 1;
    }
    this.#larger = null;
    const by = this.#offsetSince(painted, this.#blocks());
    if (!by) return true;
    this.#painted = painted;
    this.#offset = by;
    this.#image.show(buffer.canvas);
    this.#position(painted.space);
    return true;
  }

  #blocks(): ReadonlyMap<string, Block> {
    const blocks = new Map<string, Block>();
    for (const uuid of this.ids) {
      const block = this.#editor.blocks.get(uuid);
      if (block) blocks.set(uuid, block);
    }
    return blocks;
  }

  /**
   * How far all blocks have moved since they were painted, in units; null when they changed in
   * another way.
   */
  #offsetSince(
    painted: Painted,
    blocks: ReadonlyMap<string, Block>,
  ): { x: number; y: number } | null {
    if (blocks.size !== painted.blocks.size) return null;
    let by: { x: number; y: number } | null = null;
    for (const [uuid, block] of blocks) {
      const paintedBlock = painted.blocks.get(uuid);
      if (!paintedBlock || !isMovedOnly(paintedBlock, block)) return null;
      const x = block.position.x - paintedBlock.position.x;
      const y = block.position.y - paintedBlock.position.y;
      by ??= { x, y };
      if (Math.abs(x - by.x) > TOLERANCE || Math.abs(y - by.y) > TOLERANCE) return null;
    }
    for (const [parent, origin] of painted.origins) {
      const now = this.#editor.boxOf(parent);
      const section = this.#editor.blocks.get(parent);
      if (!now || !section || now.x !== origin.x || now.y !== origin.y) return null;
      if (clipsContents(section) || isPaintedAsOne(section)) return null;
    }
    return by ?? { x: 0, y: 0 };
  }

  #paint(space: DeviceSpace, blocks: ReadonlyMap<string, Block>, bounds: Box): void {
    const { painted, ids } = this.#find(space, blocks, bounds);
    this.#painted = painted;
    this.#offset = { x: 0, y: 0 };
    this.#larger = null;
    this.#isComplete = false;
    if (painted.region) this.#paintRegion(space, painted.region, ids);
    this.#position(space);
  }

  /** Finds what to paint within `bounds`, device px. */
  #find(
    space: DeviceSpace,
    blocks: ReadonlyMap<string, Block>,
    bounds: Box,
  ): { readonly painted: Painted; readonly ids: readonly string[] } {
    const editor = this.#editor;
    const ids: string[] = [];
    const collect = (uuid: string): void => {
      ids.push(uuid);
      if (editor.blocks.get(uuid)?.type !== 'group') return;
      for (const child of editor.childrenOf(uuid)) collect(child.uuid);
    };
    for (const uuid of blocks.keys()) collect(uuid);
    const area = ids
      .map((uuid) => this.#areas.areaOf(uuid))
      .reduce<Box | null>((all, own) => (own ? unionBoxes(all, own) : all), null);
    const shown = area && intersectBoxes(space.toDevice(area), bounds);
    const origins = new Map<string, Box>();
    for (const { parentUuid } of blocks.values()) {
      const box = parentUuid === undefined ? null : editor.boxOf(parentUuid);
      if (box && parentUuid !== undefined) origins.set(parentUuid, box);
    }
    return { painted: { blocks, origins, space, area, region: shown && roundOutBox(shown) }, ids };
  }

  #stepsOf(space: DeviceSpace, region: Box, ids: readonly string[]): readonly PaintStep[] {
    const page = space.toPage(region);
    const near = ids.filter((uuid) => {
      const own = this.#areas.areaOf(uuid);
      return own !== null && intersectBoxes(own, page) !== null;
    });
    const isUnclipped = this.isLeavingSection();
    const filter = { block: () => true, section: () => false, isUnclipped };
    return planPainting(this.#editor, this.#uses.resources, near, filter);
  }

  #paintRegion(space: DeviceSpace, region: Box, ids: readonly string[]): void {
    const [width, height] = bufferSize(region);
    const buffer = (this.#buffer ??= createPaintBuffer(width, height));
    if (!buffer) return;
    const { canvas, context } = buffer;
    const fits = (side: number, needed: number): boolean => side >= needed && side <= needed + 512;
    if (fits(canvas.width, width) && fits(canvas.height, height)) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
    } else {
      canvas.width = width;
      canvas.height = height;
    }
    space.transform(context, region);
    this.#paintSteps(buffer, this.#stepsOf(space, region, ids));
    this.#image.show(canvas);
  }

  #paintSteps({ context }: PaintBuffer, steps: readonly PaintStep[]): void {
    for (const { uuid, paint } of steps) {
      this.#uses.begin(uuid);
      paint(context);
    }
  }

  #position(space: DeviceSpace): void {
    const { style } = this.canvas;
    const region = this.#painted?.region;
    style.display = region ? '' : 'none';
    if (!region) return;
    const { dpr } = space;
    const at = (px: number): string => `${String(Math.round(px) / dpr)}px`;
    const x = at(region.x + this.#offset.x * space.unitPx);
    const y = at(region.y + this.#offset.y * space.unitPx);
    style.left = `${String(space.leftPx)}px`;
    style.top = '0';
    style.width = `${String(this.canvas.width / dpr)}px`;
    style.height = `${String(this.canvas.height / dpr)}px`;
    style.transform = `translate(${x}, ${y})`;
  }
}

function bufferSize({ width, height }: Box): [width: number, height: number] {
  const side = (length: number): number =>
    Math.min(MAX_SIDE_PX, Math.ceil(length / STEP_PX) * STEP_PX);
  return [side(width), side(height)];
}

/** Whether the painted region, moved by `by`, still covers everything visible. */
function coversVisible(
  { area, region }: Painted,
  space: DeviceSpace,
  by: { readonly x: number; readonly y: number },
  visible: Box,
): boolean {
  if (!area) return true;
  const moved = {
    ...visible,
    x: visible.x - by.x * space.unitPx,
    y: visible.y - by.y * space.unitPx,
  };
  const needed = intersectBoxes(space.toDevice(area), moved);
  return !needed || (region !== null && containsBox(region, needed));
}

/** Whether two records of a block are painted the same apart from their x and y. */
function isMovedOnly(was: Block, is: Block): boolean {
  if (was === is) return true;
  const a = was.position;
  const b = is.position;
  return (
    was.content === is.content &&
    was.styles === is.styles &&
    was.parentUuid === is.parentUuid &&
    a.width === b.width &&
    a.height === b.height &&
    a.rotationDeg === b.rotationDeg &&
    a.zIndex === b.zIndex
  );
}
