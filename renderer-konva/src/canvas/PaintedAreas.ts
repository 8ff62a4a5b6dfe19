import { asBuiltin, type Block, type Box, type Editor, type Shadow } from '@cobble/engine';
import { lettersPx, wordsReachPx } from './wordsReachPx.ts';
import { grownBox } from './tiles/tileGrid.ts';

/** What overflows a block (words, strokes) is looked for so far beyond its box, px. */
const OVERFLOW_PX = 96;
/** Of a block of which it is known what it paints: soft edges, and letters that lean out of lines. */
const EDGE_PX = 2;
const LEAST_LETTERS_PX = 24;
const LETTERS_REACH = 1.5;

function reachOfShadow(shadow: Shadow | undefined): number {
  return shadow ? Math.abs(shadow.xPx) + Math.abs(shadow.yPx) + 2 * shadow.blurPx : 0;
}

/** How far a block's effects carry what it and its children paint, px at the reference width. */
function reachOfEffects({ styles }: Block): number {
  const { blurPx = 0, dropShadow } = styles;
  return 3 * blurPx + 2 * reachOfShadow(dropShadow);
}

/** How far what a block shows runs out of its box: what tiles look for beyond it they paint in vain. */
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

/** How far beyond its turned box a block may paint, px at the reference width. */
export function paintReachPx(block: Block, referenceWidthPx: number): number {
  return (
    overflowPx(block, referenceWidthPx) +
    reachOfShadow(block.styles.boxShadow) +
    reachOfEffects(block)
  );
}

/** Whether nothing differs that says how far a block paints beyond its box. */
function reachesAlike(was: Block, is: Block): boolean {
  return (
    was.type === is.type &&
    was.content === is.content &&
    was.styles === is.styles &&
    was.position.width === is.position.width &&
    was.position.height === is.position.height
  );
}

/** How far a block reached that had this content last. */
interface KnownReach {
  readonly block: Block;
  readonly reachPx: number;
}

/** Where blocks paint: their turned boxes and what reaches beyond, in page space. */
export class PaintedAreas {
  readonly #editor: Editor;
  /** By content, which a block keeps while it is moved: a thousand may be, in each frame. */
  #reaches = new WeakMap<object, KnownReach>();
  #referenceWidth = 0;
  #mostPx = OVERFLOW_PX;

  constructor(editor: Editor) {
    this.#editor = editor;
    for (const block of editor.blocks.values()) this.note(block);
  }

  /** To be told each record that comes: what is looked for around an area grows with it. */
  note(block: Block, was?: Block): void {
    if (was && reachesAlike(was, block)) return;
    const reach = this.#reachOf(block);
    // What a group's own effects add comes on top of the reach of what it holds.
    const most = block.type === 'group' ? this.#mostPx + reach : reach;
    if (reach > OVERFLOW_PX && most > this.#mostPx) this.#mostPx = most;
  }

  /** A box of page space grown so far that the boxes of all blocks that paint in it meet it. */
  searchBox(box: Box): Box {
    return grownBox(box, this.#mostPx / this.#editor.fields.settings.referenceWidth);
  }

  /** Where a block paints, without what it holds; null for an unknown one. */
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
