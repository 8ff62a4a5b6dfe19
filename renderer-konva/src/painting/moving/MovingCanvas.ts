import type { Block, Box, Editor } from '@cobble/engine';
import { createSheet, type ImageSheet, ShownImage } from '../BitmapCanvas.ts';
import { clips, isPaintedAsOne, type PaintStep, planPainting } from '../planPainting.ts';
import type { PaintedAreas } from '../PaintedAreas.ts';
import type { PaintUses } from '../ResourceUses.ts';
import type { PlaneSpace } from '../DeviceSpace.ts';
import { grownBox, holdsBox, joinedBox, sharedBox, wholeBox } from '../tiles/tileGrid.ts';

/**
 * How far beyond the viewport moving blocks are painted, so that they can be moved without
 * repainting: at first, after they have moved that far, and when there is spare time; device px.
 */
const FIRST_PX = 48;
const NEXT_PX = 160;
const AMPLE_PX = 320;
/** Number of steps painted between two checks of the clock. */
const STEPS_A_LOOK = 8;
/** Canvas sizes are multiples of this, so that growing blocks seldom need a new canvas. */
const STEP_PX = 128;
/** The largest canvas side that every browser supports, device px. */
const MAX_SIDE = 8192;
/** Lengths in units that differ by less are equal. */
const SAME = 1e-5;

interface Painted {
  readonly blocks: ReadonlyMap<string, Block>;
  readonly origins: ReadonlyMap<string, Box>;
  readonly space: PlaneSpace;
  /** Where the blocks paint, page space; null when they paint nothing. */
  readonly area: Box | null;
  /** The part of it that is on the canvas, device px. */
  readonly region: Box | null;
}

/** A larger image that is painted in the background, as time allows. */
interface LargerImage {
  readonly painted: Painted;
  readonly sheet: ImageSheet;
  readonly steps: readonly PaintStep[];
  next: number;
}

/**
 * Blocks that change from frame to frame, on one canvas between the tiles. While they all move by
 * the same distance, the canvas is moved by a CSS transform and nothing is painted.
 */
export class MovingRun {
  readonly ids: readonly string[];
  readonly #image = new ShownImage();
  readonly #editor: Editor;
  readonly #areas: PaintedAreas;
  readonly #uses: PaintUses;
  #sheet: ImageSheet | null = null;
  #painted: Painted | null = null;
  #larger: LargerImage | null = null;
  /** Whether it reaches as far beyond the viewport as it ever will. */
  #isAmple = false;
  #slid = { x: 0, y: 0 };

  constructor(ids: readonly string[], editor: Editor, areas: PaintedAreas, uses: PaintUses) {
    this.ids = ids;
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
  forget(): void {
    this.#painted = null;
    this.#larger = null;
    this.#isAmple = false;
  }

  /** Where the blocks paint now, page space; null when they paint nothing. */
  get area(): Box | null {
    const area = this.#painted?.area;
    return area ? { ...area, x: area.x + this.#slid.x, y: area.y + this.#slid.y } : null;
  }

  /**
   * Shows the current state of the blocks.
   *
   * @param visible the viewport, device px
   */
  update(space: PlaneSpace, visible: Box): void {
    // Finishing a prepaint that has begun is faster than starting over.
    if (!this.#painted && this.#larger) this.#goOn(this.#larger, () => false);
    const blocks = this.#blocks();
    const painted = this.#painted;
    const by = painted && painted.space.isLike(space) ? this.#slide(painted, blocks) : null;
    if (!by || !painted || !reaches(painted, space, by, visible)) {
      this.#paint(space, blocks, grownBox(visible, by ? NEXT_PX : FIRST_PX));
      return;
    }
    this.#slid = by;
    this.#place(space);
  }

  /**
   * Paints further beyond the viewport, so that a long drag has no long frame. Before the first
   * {@link MovingCanvas.update} it prepares what that would have to paint at once.
   *
   * @returns whether there is more to paint
   */
  enlarge(space: PlaneSpace, visible: Box, isOver: () => boolean): boolean {
    const shown = this.#painted;
    if (this.#isAmple || shown?.area === null) return false;
    this.#larger ??= this.#planLarger(space, grownBox(visible, shown ? AMPLE_PX : FIRST_PX));
    if (this.#larger && !this.#goOn(this.#larger, isOver)) return true;
    this.#isAmple = shown !== null || !this.#painted;
    return !this.#isAmple;
  }

  /** Null when everything that will be visible soon is painted. */
  #planLarger(space: PlaneSpace, room: Box): LargerImage | null {
    const { painted, ids } = this.#find(space, this.#blocks(), room);
    const { region } = painted;
    const shown = this.#painted?.region;
    if (!region || (shown && shown.width >= region.width && shown.height >= region.height))
      return null;
    const sheet = createSheet(...sheetSize(region));
    if (!sheet) return null;
    space.transform(sheet.context, region);
    return { painted, sheet, steps: this.#stepsOf(space, region, ids), next: 0 };
  }

  /** Continues a larger image and shows it when complete. Returns whether it is complete. */
  #goOn(larger: LargerImage, isOver: () => boolean): boolean {
    const { sheet, steps, painted } = larger;
    while (larger.next < steps.length) {
      if (larger.next % STEPS_A_LOOK === 0 && isOver()) return false;
      this.#run(sheet, steps.slice(larger.next, larger.next + 1));
      larger.next += 1;
    }
    this.#larger = null;
    const by = this.#slide(painted, this.#blocks());
    if (!by) return true;
    this.#painted = painted;
    this.#slid = by;
    this.#image.show(sheet.canvas);
    this.#place(painted.space);
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
  #slide(painted: Painted, blocks: ReadonlyMap<string, Block>): { x: number; y: number } | null {
    if (blocks.size !== painted.blocks.size) return null;
    let by: { x: number; y: number } | null = null;
    for (const [uuid, block] of blocks) {
      const was = painted.blocks.get(uuid);
      if (!was || !isMovedOnly(was, block)) return null;
      const x = block.position.x - was.position.x;
      const y = block.position.y - was.position.y;
      by ??= { x, y };
      if (Math.abs(x - by.x) > SAME || Math.abs(y - by.y) > SAME) return null;
    }
    for (const [parent, origin] of painted.origins) {
      const now = this.#editor.boxOf(parent);
      const section = this.#editor.blocks.get(parent);
      if (!now || !section || now.x !== origin.x || now.y !== origin.y) return null;
      if (clips(section) || isPaintedAsOne(section)) return null;
    }
    return by ?? { x: 0, y: 0 };
  }

  #paint(space: PlaneSpace, blocks: ReadonlyMap<string, Block>, room: Box): void {
    const { painted, ids } = this.#find(space, blocks, room);
    this.#painted = painted;
    this.#slid = { x: 0, y: 0 };
    this.#larger = null;
    this.#isAmple = false;
    if (painted.region) this.#draw(space, painted.region, ids);
    this.#place(space);
  }

  /** Finds what to paint within `bounds`, device px. */
  #find(
    space: PlaneSpace,
    blocks: ReadonlyMap<string, Block>,
    room: Box,
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
      .reduce<Box | null>((all, own) => (own ? joinedBox(all, own) : all), null);
    const shown = area && sharedBox(space.toDevice(area), room);
    const origins = new Map<string, Box>();
    for (const { parentUuid } of blocks.values()) {
      const box = parentUuid === undefined ? null : editor.boxOf(parentUuid);
      if (box && parentUuid !== undefined) origins.set(parentUuid, box);
    }
    return { painted: { blocks, origins, space, area, region: shown && wholeBox(shown) }, ids };
  }

  #stepsOf(space: PlaneSpace, region: Box, ids: readonly string[]): readonly PaintStep[] {
    const page = space.toPage(region);
    const near = ids.filter((uuid) => {
      const own = this.#areas.areaOf(uuid);
      return own !== null && sharedBox(own, page) !== null;
    });
    const choice = { block: () => true, section: () => false };
    return planPainting(this.#editor, this.#uses.resources, near, choice);
  }

  #draw(space: PlaneSpace, region: Box, ids: readonly string[]): void {
    const [width, height] = sheetSize(region);
    const sheet = (this.#sheet ??= createSheet(width, height));
    if (!sheet) return;
    const { canvas, context } = sheet;
    const fits = (side: number, asked: number): boolean => side >= asked && side <= asked + 512;
    if (fits(canvas.width, width) && fits(canvas.height, height)) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
    } else {
      canvas.width = width;
      canvas.height = height;
    }
    space.transform(context, region);
    this.#run(sheet, this.#stepsOf(space, region, ids));
    this.#image.show(canvas);
  }

  #run({ context }: ImageSheet, steps: readonly PaintStep[]): void {
    for (const { uuid, paint } of steps) {
      this.#uses.begin(uuid);
      paint(context);
    }
  }

  #place(space: PlaneSpace): void {
    const { style } = this.canvas;
    const region = this.#painted?.region;
    style.display = region ? '' : 'none';
    if (!region) return;
    const { dpr } = space;
    const at = (px: number): string => `${String(Math.round(px) / dpr)}px`;
    const x = at(region.x + this.#slid.x * space.unitPx);
    const y = at(region.y + this.#slid.y * space.unitPx);
    style.left = `${String(space.leftPx)}px`;
    style.top = '0';
    style.width = `${String(this.canvas.width / dpr)}px`;
    style.height = `${String(this.canvas.height / dpr)}px`;
    style.transform = `translate(${x}, ${y})`;
  }
}

function sheetSize({ width, height }: Box): [width: number, height: number] {
  const side = (length: number): number =>
    Math.min(MAX_SIDE, Math.ceil(length / STEP_PX) * STEP_PX);
  return [side(width), side(height)];
}

/** Whether the painted region, moved by `by`, still covers everything visible. */
function reaches(
  { area, region }: Painted,
  space: PlaneSpace,
  by: { readonly x: number; readonly y: number },
  visible: Box,
): boolean {
  if (!area) return true;
  const moved = {
    ...visible,
    x: visible.x - by.x * space.unitPx,
    y: visible.y - by.y * space.unitPx,
  };
  const needed = sharedBox(space.toDevice(area), moved);
  return !needed || (region !== null && holdsBox(region, needed));
}

/** Whether only a block's position differs. */
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
