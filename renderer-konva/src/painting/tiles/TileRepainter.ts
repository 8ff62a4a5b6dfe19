import type { Box } from '@cobble/engine';
import type { PageSplit } from '../moving/PageSplit.ts';
import type { PaintStep } from '../planPainting.ts';
import type { BitmapCanvas } from '../BitmapCanvas.ts';
import type { Tile } from './Tile.ts';
import { containsBox, intersectBoxes } from '../../paint/boxes.ts';
import { type TilePosition } from './tileGrid.ts';
import type { TileTools } from './Tile.ts';
import type { TileLevel } from './TileLevel.ts';
import type { TilePlanner } from './TilePlanner.ts';
import type { TilePool } from './TilePool.ts';

/**
 * Up to this many steps are repainted in place in one frame; more are painted in the background
 * over several frames.
 */
const STEPS_IN_PLACE = 160;

/** Repaints part of one bitmap: within `clip`, without `hole`; device px. */
interface PartPass {
  readonly clip: Box;
  readonly hole: Box | null;
  readonly steps: readonly PaintStep[];
}

/** What to repaint of a tile, bitmap by bitmap, the lowest first. */
interface PartPlan {
  readonly tile: Tile;
  readonly passes: readonly (readonly PartPass[])[];
}

/** Repaints small dirty regions of visible tiles in place, within one frame. */
export class TileRepainter {
  readonly #planner: TilePlanner;
  readonly #pool: TilePool<BitmapCanvas>;
  readonly #tools: Omit<TileTools, 'space'>;

  constructor(planner: TilePlanner, pool: TilePool<BitmapCanvas>, tools: Omit<TileTools, 'space'>) {
    this.#planner = planner;
    this.#pool = pool;
    this.#tools = tools;
  }

  /**
   * Repaints the dirty regions of visible tiles; none if that is too much for one frame, so that
   * they are painted in the background.
   *
   * @param isOver whether the frame is out of time; one tile is repainted in any case
   * @returns tiles that wait for the next frame and must not be painted in the background
   */
  repaint(
    level: TileLevel,
    visible: readonly TilePosition[],
    split: PageSplit | null,
    hosts: readonly HTMLElement[],
    isOver: () => boolean,
  ): ReadonlySet<Tile> {
    const waiting = new Set<Tile>();
    const plans: PartPlan[] = [];
    let steps = 0;
    for (const position of visible) {
      const tile = level.tileAt(position);
      if (!tile.dirty) continue;
      if (tile.job || tile.next) {
        level.stop(tile);
        tile.markWhole();
      }
      const { shown, shownSplit, splitPart } = tile;
      // A tile that shows other bands than it needs now is painted in the background.
      if (!shown || (splitPart && shownSplit !== null && shownSplit !== splitPart.split)) continue;
      // When one tile is wholly dirty, all tiles are painted in the background.
      if (tile.isWhollyDirty) return waiting;
      const plan = this.#plan(level, tile, split);
      for (const passes of plan.passes) for (const pass of passes) steps += pass.steps.length;
      if (steps > STEPS_IN_PLACE) return waiting;
      plans.push(plan);
    }
    for (const [at, plan] of plans.entries())
      if (at > 0 && isOver()) waiting.add(plan.tile);
      else if (this.#paint(level, plan, hosts)) plan.tile.dirty = null;
    return waiting;
  }

  #plan(level: TileLevel, tile: Tile, split: PageSplit | null): PartPlan {
    const { splitPart, dirty, box } = tile;
    const part = dirty ?? box;
    const inner = splitPart && intersectBoxes(splitPart.part, part);
    const base: PartPass[] = [];
    const upper: PartPass[][] = [];
    if (!inner || !containsBox(inner, part))
      base.push({
        clip: part,
        hole: inner,
        steps: this.#planner.flat(level.space.toPage(part), split),
      });
    if (splitPart && inner) {
      const bands = this.#planner.bands(level.space.toPage(inner), splitPart.split);
      bands.forEach((steps, band) => {
        const pass = { clip: inner, hole: null, steps };
        if (band === 0) base.push(pass);
        else upper.push([pass]);
      });
    } else if (splitPart) for (const _ of splitPart.split.runs) upper.push([]);
    return { tile, passes: [base, ...upper] };
  }

  /** Returns false when there is no bitmap or buffer left to paint on. */
  #paint(level: TileLevel, { tile, passes }: PartPlan, hosts: readonly HTMLElement[]): boolean {
    const { shown, splitPart, shownSplit } = tile;
    if (!shown) return false;
    const keepsBands = shownSplit !== null && shownSplit === splitPart?.split;
    const images: (BitmapCanvas | null)[] = [];
    const created: BitmapCanvas[] = [];
    for (const [band, own] of passes.entries()) {
      const existing = band === 0 || keepsBands ? (shown[band] ?? null) : null;
      const isNeeded = own.some(({ steps }) => steps.length > 0);
      const image = existing ?? (isNeeded ? this.#pool.take() : null);
      if (isNeeded && !image) {
        for (const each of created) this.#pool.release(each);
        return false;
      }
      if (image && !existing) created.push(image);
      images.push(image);
    }
    for (const [band, own] of passes.entries()) {
      const image = images[band];
      if (
        image &&
        own.length > 0 &&
        !this.#draw(level, tile, image, own, !created.includes(image))
      ) {
        for (const each of created) this.#pool.release(each);
        return false;
      }
    }
    level.showBands(tile, images, hosts);
    return true;
  }

  #draw(
    level: TileLevel,
    tile: Tile,
    image: BitmapCanvas,
    passes: readonly PartPass[],
    isExisting: boolean,
  ): boolean {
    const { buffers, uses } = this.#tools;
    const buffer = buffers.take();
    if (!buffer) return false;
    const { canvas, context } = buffer;
    if (isExisting) context.drawImage(image.canvas, 0, 0);
    for (const { clip, hole, steps } of passes) {
      context.save();
      context.setTransform(1, 0, 0, 1, -tile.box.x, -tile.box.y);
      context.beginPath();
      for (const { x, y, width, height } of hole ? [clip, hole] : [clip])
        context.rect(x, y, width, height);
      context.clip('evenodd');
      context.clearRect(clip.x, clip.y, clip.width, clip.height);
      level.space.transform(context, tile.box);
      for (const { uuid, paint } of steps) {
        uses.begin(uuid);
        paint(context);
      }
      context.restore();
    }
    image.show(canvas);
    buffers.release(buffer);
    return true;
  }
}
