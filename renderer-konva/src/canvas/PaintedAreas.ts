import { asBuiltin, type Block, type Box, type Editor, type Shadow } from '@cobble/engine';
import { lettersPx, wordsReachPx } from './wordsReachPx.ts';
import { grownBox } from './tiles/tileGrid.ts';

/** How far beyond a block's box its overflow (text, strokes) is searched, px. */
const OVERFLOW_PX = 96;
/**
 * Overflow of blocks whose extent is known: antialiased edges, and glyphs that lean out of their
 * line.
 */
const EDGE_PX = 2;
const LEAST_LETTERS_PX = 24;
const LETTERS_REACH = 1.5;

function reachOfShadow(shadow: Shadow | undefined): number {
  return shadow ? Math.abs(shadow.xPx) + Math.abs(shadow.yPx) + 2 * shadow.blurPx : 0;
}

/**
 * How far a block's effects extend what it and its descendants paint, px at the reference width.
 */
function reachOfEffects({ styles }: Block): number {
  const { blurPx = 0, dropShadow } = styles;
  return 3 * blurPx + 2 * reachOfShadow(dropShadow);
}

/**
 * How far a block's contents may overflow its box. Overestimating costs time, because tiles search
 * and paint in vain.
 */
function overflowPx(block: Block, referenceWidthPx: number): number {
  const builtin = asBuiltin(block);
  switch (builtin?.type) {
    case 'shape':
      return builtin.content.shapeType === 'path' ? OVERFLOW_PX : EDGE_PX;
    case 'text':
    case 'rich-button':
      return Math.max(
        LEAST_LETTERS_PX,
        LETTERS_REACH * lettersPx(block, referenceWidthPx),
        wordsReachPx(block, referenceWidthPx),
      );
    default:
      return Math.max(OVERFLOW_PX, wordsReachPx(block, referenceWidthPx));
  }
}

/** How far beyond its rotated box a block may paint, px at the reference width. */
export function paintReachPx(block: Block, referenceWidthPx: number): number {
  return (
    overflowPx(block, referenceWidthPx) +
    reachOfShadow(block.styles.boxShadow) +
    reachOfEffects(block)
  );
}

/** Whether two records of a block paint equally far beyond their boxes. */
function reachesAlike(was: Block, is: Block): boolean {
  return (
    was.type === is.type &&
    was.content === is.content &&
    was.styles === is.styles &&
    was.position.width === is.position.width &&
    was.position.height === is.position.height
  );
}

/** The cached reach of the block that last had a content. */
interface KnownReach {
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
  #reaches = new WeakMap<object, KnownReach>();
  #referenceWidth = 0;
  #mostPx = OVERFLOW_PX;

  constructor(editor: Editor) {
    this.#editor = editor;
    for (const block of editor.blocks.values()) this.note(block);
  }

  /** Must be called for each new record: the search margin grows with its reach. */
  note(block: Block, was?: Block): void {
    if (was && reachesAlike(was, block)) return;
    const reach = this.#reachOf(block);
    // A group's effects extend beyond the reach of its contents.
    const most = block.type === 'group' ? this.#mostPx + reach : reach;
    if (reach > OVERFLOW_PX && most > this.#mostPx) this.#mostPx = most;
  }

  /** Expands a box so that it intersects the boxes of all blocks that paint in it; page space. */
  searchBox(box: Box): Box {
    return grownBox(box, this.#mostPx / this.#editor.fields.settings.referenceWidth);
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
    return grownBox(bounds, reach / unit);
  }

  #reachOf(block: Block): number {
    const { referenceWidth } = this.#editor.fields.settings;
    if (referenceWidth !== this.#referenceWidth) {
      this.#referenceWidth = referenceWidth;
      this.#reaches = new WeakMap();
    }
    const known = this.#reaches.get(block.content);
    if (known && reachesAlike(known.block, block)) return known.reachPx;
    const reachPx = paintReachPx(block, referenceWidth);
    this.#reaches.set(block.content, { block, reachPx });
    return reachPx;
  }
}
