import type { Block, Flow, FlowBox, GridArea } from '@cobble/engine';
import type { RuleMark, WrittenRules } from '../css/StyleSheet.ts';
import type { PhoneScale } from '../images/PaintedBox.ts';
import { flowOfContainer } from './containerFlow.ts';
import type { RenderedBlock } from './BlockLayout.ts';
import type { RenderState } from './RenderState.ts';

/** A block's position in its container's layout. */
export interface Slot {
  /** Index of the block in z-order. */
  readonly index: number;
  readonly box: FlowBox;
  readonly area: GridArea;
  /** How the block scales on phones; null: as its container does. */
  readonly phone: PhoneScale | null;
}

interface CachedSlot extends Slot {
  /** The block's size, on which `phone` may depend. */
  readonly width: number;
  readonly height: number;
  readonly phoneTopPx: number;
  /** Number of classes created before the block. */
  readonly firstClass: number;
  /** Number of classes that the block and its descendants use. */
  readonly classes: number;
  /** Rules that the layout adds before the block's own. */
  readonly rules: WrittenRules;
}

/** What a container's layout depends on besides its flow. */
export interface ContainerKind {
  readonly isSection: boolean;
  readonly isLast: boolean;
}

/** A container's HTML and rules, without those of its blocks. */
interface CachedContainer extends ContainerKind {
  readonly flow: Flow;
  readonly firstClass: number;
  readonly startTopPx: number;
  readonly endTopPx: number;
  readonly endClass: number;
  readonly slots: readonly CachedSlot[];
  /** HTML before the first block, between blocks, and after the last one. */
  readonly html: readonly string[];
  readonly rulesAfter: WrittenRules;
}

/** The placeholder for a block's HTML; NUL never occurs in rendered HTML. */
const SLOT = '\u0000';

/**
 * Cache: rendered containers by record, released with it. Invalidated, as `renderCachedContainer`
 * checks, by a change to anything else that the HTML depends on.
 */
const containers = new WeakMap<Block, CachedContainer>();

/**
 * Renders a container from its cached layout, so that only its blocks are visited. Returns null if
 * it is not cached or its layout has changed.
 */
export function renderCachedContainer(
  container: Block,
  blocks: readonly Block[],
  flow: Flow,
  { isSection, isLast }: ContainerKind,
  state: RenderState,
  renderSlot: (slot: Slot) => RenderedBlock,
): string | null {
  const cached = containers.get(container);
  if (
    cached?.flow !== flow ||
    cached.isSection !== isSection ||
    cached.isLast !== isLast ||
    cached.firstClass !== state.classCount ||
    cached.startTopPx !== state.phoneTopPx ||
    !cached.slots.every((slot) => fits(slot, blocks[slot.index], state))
  )
    return null;
  let html = '';
  cached.slots.forEach((slot, index) => {
    state.sheet.addAll(slot.rules);
    state.classCount = slot.firstClass;
    state.phoneTopPx = slot.phoneTopPx;
    html += `${cached.html[index] ?? ''}${renderSlot(slot).html}`;
  });
  state.sheet.addAll(cached.rulesAfter);
  state.classCount = cached.endClass;
  state.phoneTopPx = cached.endTopPx;
  return html + (cached.html.at(-1) ?? '');
}

/** Whether a block fits the slot of its predecessor. */
function fits(slot: CachedSlot, block: Block | undefined, state: RenderState): boolean {
  if (block === undefined || classesOf(block, state) !== slot.classes) return false;
  const { width, height } = block.position;
  return slot.phone === null || (width === slot.width && height === slot.height);
}

/** Number of classes that a block and its descendants use. */
function classesOf(block: Block, state: RenderState): number {
  if (block.type !== 'group') return 1;
  const children = state.page.childrenOf.get(block.uuid) ?? [];
  const { bands } = flowOfContainer(block, children, state, { isFlowing: false, windowLeft: 0 });
  return children.reduce((sum, each) => sum + classesOf(each, state), 1 + bands.length);
}

/** Records a container's layout while it is rendered, separately from its blocks. */
export class ContainerRecorder {
  private readonly state: RenderState;
  private readonly slots: CachedSlot[] = [];
  private readonly rendered: string[] = [];
  private readonly firstClass: number;
  private readonly startTopPx: number;
  private mark: RuleMark;

  constructor(state: RenderState) {
    this.state = state;
    this.firstClass = state.classCount;
    this.startTopPx = state.phoneTopPx;
    this.mark = state.sheet.mark();
  }

  /** Renders a block and returns a placeholder, which {@link finish} replaces with its HTML. */
  render(
    slot: Slot,
    { position }: Block,
    renderSlot: (slot: Slot) => RenderedBlock,
  ): RenderedBlock {
    const { state } = this;
    const rules = state.sheet.since(this.mark);
    const { phoneTopPx, classCount: firstClass } = state;
    const { html, className } = renderSlot(slot);
    const { width, height } = position;
    const classes = state.classCount - firstClass;
    this.slots.push({ ...slot, width, height, phoneTopPx, firstClass, classes, rules });
    this.rendered.push(html);
    this.mark = state.sheet.mark();
    return { html: SLOT, className };
  }

  /** Caches the layout by the container's record and returns its complete HTML. */
  finish(container: Block, flow: Flow, kind: ContainerKind, html: string): string {
    const { state, slots, rendered, firstClass, startTopPx } = this;
    const pieces = html.split(SLOT);
    containers.set(container, {
      ...kind,
      flow,
      firstClass,
      startTopPx,
      endTopPx: state.phoneTopPx,
      endClass: state.classCount,
      slots,
      html: pieces,
      rulesAfter: state.sheet.since(this.mark),
    });
    return pieces.reduce((all, piece, index) => all + (rendered[index - 1] ?? '') + piece);
  }
}
