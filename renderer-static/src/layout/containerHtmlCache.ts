import type { Block, Flow, FlowBox, FlowPlace } from '@cobble/engine';
import type { RuleMark, WrittenRules } from '../css/StyleSheet.ts';
import type { PhoneScale } from '../images/PaintedBox.ts';
import { flowOfContainer } from './containerFlow.ts';
import type { RenderedBlock } from './BlockLayout.ts';
import type { RenderState } from './RenderState.ts';

/** Where a block goes in a holder's layout. */
export interface Slot {
  /** The block's place in the order of layers. */
  readonly index: number;
  readonly box: FlowBox;
  readonly place: FlowPlace;
  /** How it is scaled on phones; null as its holder is. */
  readonly phone: PhoneScale | null;
}

interface CachedSlot extends Slot {
  /** The block's own size, of which `phone` may be made. */
  readonly width: number;
  readonly height: number;
  readonly phoneTopPx: number;
  /** How many classes there are before it. */
  readonly firstClass: number;
  /** How many classes the block takes up with all that it holds. */
  readonly classes: number;
  /** What the layout writes before the block does. */
  readonly rules: WrittenRules;
}

/** What a holder's layout depends on besides its flow. */
export interface ContainerKind {
  readonly isSection: boolean;
  readonly isLast: boolean;
}

/** The HTML and rules of a holder's layout, without those of its blocks. */
interface CachedContainer extends ContainerKind {
  readonly flow: Flow;
  readonly firstClass: number;
  readonly startTopPx: number;
  readonly endTopPx: number;
  readonly endClass: number;
  readonly slots: readonly CachedSlot[];
  /** What stands before the first block, between blocks, and after the last. */
  readonly html: readonly string[];
  readonly rulesAfter: WrittenRules;
}

/** Stands where a block's HTML goes; nothing that is written here has it. */
const SLOT = '\u0000';

/** By records that cannot change, and gone with them. */
const containers = new WeakMap<Block, CachedContainer>();

/**
 * A holder's HTML where its layout is as it was before: only its blocks are looked at. Null where it
 * has never been laid out, or is laid out otherwise now.
 */
export function renderCachedContainer(
  holder: Block,
  blocks: readonly Block[],
  flow: Flow,
  { isSection, isLast }: ContainerKind,
  state: RenderState,
  draw: (slot: Slot) => RenderedBlock,
): string | null {
  const kept = containers.get(holder);
  if (
    kept?.flow !== flow ||
    kept.isSection !== isSection ||
    kept.isLast !== isLast ||
    kept.firstClass !== state.classCount ||
    kept.startTopPx !== state.phoneTopPx ||
    !kept.slots.every((slot) => fits(slot, blocks[slot.index], state))
  )
    return null;
  let html = '';
  kept.slots.forEach((slot, index) => {
    state.sheet.addAll(slot.rules);
    state.classCount = slot.firstClass;
    state.phoneTopPx = slot.phoneTopPx;
    html += `${kept.html[index] ?? ''}${draw(slot).html}`;
  });
  state.sheet.addAll(kept.rulesAfter);
  state.classCount = kept.endClass;
  state.phoneTopPx = kept.endTopPx;
  return html + (kept.html.at(-1) ?? '');
}

/** Whether a block takes a slot as the one before did. */
function fits(slot: CachedSlot, block: Block | undefined, state: RenderState): boolean {
  if (block === undefined || classesOf(block, state) !== slot.classes) return false;
  const { width, height } = block.position;
  return slot.phone === null || (width === slot.width && height === slot.height);
}

/** How many classes a block takes up with all that it holds. */
function classesOf(block: Block, state: RenderState): number {
  if (block.type !== 'group') return 1;
  const held = state.page.childrenOf.get(block.uuid) ?? [];
  const { bands } = flowOfContainer(block, held, state, { isFlowing: false, windowLeft: 0 });
  return held.reduce((sum, each) => sum + classesOf(each, state), 1 + bands.length);
}

/** Takes a holder's layout down while it is made, its blocks apart. */
export class ContainerRecorder {
  private readonly state: RenderState;
  private readonly slots: CachedSlot[] = [];
  private readonly drawn: string[] = [];
  private readonly firstClass: number;
  private readonly startTopPx: number;
  private mark: RuleMark;

  constructor(state: RenderState) {
    this.state = state;
    this.firstClass = state.classCount;
    this.startTopPx = state.phoneTopPx;
    this.mark = state.sheet.mark();
  }

  /** Draws a block; what stands for it meanwhile is changed for it in the end. */
  draw(slot: Slot, { position }: Block, draw: (slot: Slot) => RenderedBlock): RenderedBlock {
    const { state } = this;
    const rules = state.sheet.since(this.mark);
    const { phoneTopPx, classCount: firstClass } = state;
    const { html, className } = draw(slot);
    const { width, height } = position;
    const classes = state.classCount - firstClass;
    this.slots.push({ ...slot, width, height, phoneTopPx, firstClass, classes, rules });
    this.drawn.push(html);
    this.mark = state.sheet.mark();
    return { html: SLOT, className };
  }

  /** Keeps the layout for as long as its holder's record is there, and gives its whole HTML. */
  keep(holder: Block, flow: Flow, setting: ContainerKind, html: string): string {
    const { state, slots, drawn, firstClass, startTopPx } = this;
    const pieces = html.split(SLOT);
    containers.set(holder, {
      ...setting,
      flow,
      firstClass,
      startTopPx,
      endTopPx: state.phoneTopPx,
      endClass: state.classCount,
      slots,
      html: pieces,
      rulesAfter: state.sheet.since(this.mark),
    });
    return pieces.reduce((all, piece, index) => all + (drawn[index - 1] ?? '') + piece);
  }
}
