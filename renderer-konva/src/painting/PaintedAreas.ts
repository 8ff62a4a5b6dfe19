import type { Block, Box, Editor } from '@cobble/engine';
import { expandBox } from '../paint/boxes.ts';
import { OVERFLOW_PX, paintReachPx, reachOfEffects } from '../paint/paintReach.ts';

/** Whether two records of a block paint equally far beyond their boxes. */
function hasSameReach(was: Block, is: Block): boolean {
  return (
    was.type === is.type &&
    was.content === is.content &&
    was.styles === is.styles &&
    was.position.width === is.position.width &&
    was.position.height === is.position.height
  );
}

/** A cached reach, and the block that it was computed for. */
interface CachedReach {
  readonly block: Block;
  readonly reachPx: number;
}

/** Where blocks paint: their rotated boxes plus what extends beyond them, in page space. */
export class PaintedAreas {
  readonly #editor: Editor;
  /**
   * Cache: by content, which a moved block keeps (a drag may move a thousand per frame).
   * Invalidated by another reference width; an entry by other styles or size.
   */
  #reaches = new WeakMap<object, CachedReach>();
  #referenceWidth = 0;
  #maxReachPx = OVERFLOW_PX;
  /** Groups and sections with effects, which extend what all of their descendants paint. */
  readonly #withEffects = new Set<string>();
  /** The largest sum of the effects of nested groups and their section, px; grows only. */
  #maxEffectsPx = 0;
  /** Whether groups have changed since `#maxEffectsPx` was computed. */
  #areEffectsStale = true;

  /** @param blocks what `searchBox` has to find; by default, all blocks */
  constructor(editor: Editor, blocks: Iterable<Block> = editor.blocks.values()) {
    this.#editor = editor;
    for (const block of blocks) this.note(block);
  }

  /** Must be called for each new record: the search margin grows with its reach. */
  note(block: Block, was?: Block): void {
    if (block.type === 'group') {
      if (reachOfEffects(block) > 0) this.#withEffects.add(block.uuid);
      if (was?.styles !== block.styles || was.parentUuid !== block.parentUuid)
        this.#areEffectsStale = true;
    }
    if (was && hasSameReach(was, block)) return;
    this.#maxReachPx = Math.max(this.#maxReachPx, this.#reachOf(block));
  }

  /** Expands a box so that it intersects the boxes of all blocks that paint in it; page space. */
  searchBox(box: Box): Box {
    if (this.#areEffectsStale) {
      const sums = [...this.#withEffects].map((uuid) => this.#effectsFrom(uuid));
      this.#maxEffectsPx = sums.reduce((a, b) => Math.max(a, b), this.#maxEffectsPx);
      this.#areEffectsStale = false;
    }
    const reach = this.#maxReachPx + this.#maxEffectsPx;
    return expandBox(box, reach / this.#editor.fields.settings.referenceWidth);
  }

  /** Where a block paints, without its descendants; null for an unknown block. */
  areaOf(uuid: string): Box | null {
    const editor = this.#editor;
    const bounds = editor.index.boundsOf(uuid);
    const block = editor.blocks.get(uuid);
    if (!bounds || !block) return null;
    const unit = editor.fields.settings.referenceWidth;
    const reach = this.#reachOf(block) + this.#effectsFrom(block.parentUuid);
    return expandBox(bounds, reach / unit);
  }

  /** The sum of the effects of a group and of those that contain it, px at the reference width. */
  #effectsFrom(uuid: string | undefined): number {
    let sum = 0;
    for (let at = uuid; at !== undefined;) {
      const group = this.#editor.blocks.get(at);
      if (!group) break;
      sum += reachOfEffects(group);
      at = group.parentUuid;
    }
    return sum;
  }

  #reachOf(block: Block): number {
    const { referenceWidth } = this.#editor.fields.settings;
    if (referenceWidth !== this.#referenceWidth) {
      this.#referenceWidth = referenceWidth;
      this.#reaches = new WeakMap();
    }
    const cached = this.#reaches.get(block.content);
    if (cached && hasSameReach(cached.block, block)) return cached.reachPx;
    const reachPx = paintReachPx(block, referenceWidth);
    this.#reaches.set(block.content, { block, reachPx });
    return reachPx;
  }
}
