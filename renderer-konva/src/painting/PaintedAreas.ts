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

/** The cached reach of the block that last had a content. */
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

  constructor(editor: Editor) {
    this.#editor = editor;
    for (const block of editor.blocks.values()) this.note(block);
  }

  /** Must be called for each new record: the search margin grows with its reach. */
  note(block: Block, was?: Block): void {
    if (was && hasSameReach(was, block)) return;
    const reach = this.#reachOf(block);
    // A group's effects extend beyond the reach of its contents.
    const searchReach = block.type === 'group' ? this.#maxReachPx + reach : reach;
    if (reach > OVERFLOW_PX && searchReach > this.#maxReachPx) this.#maxReachPx = searchReach;
  }

  /** Expands a box so that it intersects the boxes of all blocks that paint in it; page space. */
  searchBox(box: Box): Box {
    return expandBox(box, this.#maxReachPx / this.#editor.fields.settings.referenceWidth);
  }

  /** Where a block paints, without its descendants; null for an unknown block. */
  areaOf(uuid: string): Box | null {
    const editor = this.#editor;
    const bounds = editor.index.boundsOf(uuid);
    const block = editor.blocks.get(uuid);
    if (!bounds || !block) return null;
    const unit = editor.fields.settings.referenceWidth;
    let reach = this.#reachOf(block);
    for (let at = block.parentUuid; at !== undefined;) {
      const parent = editor.blocks.get(at);
      if (!parent) break;
      reach += reachOfEffects(parent);
      at = parent.parentUuid;
    }
    return expandBox(bounds, reach / unit);
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
