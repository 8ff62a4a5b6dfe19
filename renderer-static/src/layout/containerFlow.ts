import {
  findDefinition,
  flowBoxOf,
  flowOfBoxes,
  readingOrderOf,
  type Block,
  type Flow,
  type FlowBox,
} from '@cobble/engine';
import { isCacheable } from '../page/readBlock.ts';
import { withPinPosition } from './pinCss.ts';
import type { RenderState } from './RenderState.ts';

/** How to lay out a container's blocks. */
interface FlowOptions {
  /** The container is a section of a page with phone layout `automatic`. */
  readonly isFlowing: boolean;
  /** From the left of the section to the left of the window, px at the reference width. */
  readonly windowLeft: number;
}

/** A container's layout and its inputs besides the container's record. */
interface CachedFlow {
  readonly boxes: readonly FlowBox[];
  readonly isFlowing: boolean;
  readonly referenceWidthPx: number;
  readonly isRtl: boolean;
  readonly flow: Flow;
}

interface CachedBox {
  readonly referenceWidthPx: number;
  readonly box: FlowBox;
}

/**
 * Caches: layouts and boxes by record, released with it. Invalidated by a change to their other
 * inputs, which each use checks.
 */
const flows = new WeakMap<Block, CachedFlow>();
const flowBoxes = new WeakMap<Block, CachedBox>();

/**
 * Lays out the blocks of a section or group; reuses the previous layout if the blocks have the same
 * boxes as before.
 */
export function flowOfContainer(
  container: Block,
  blocks: readonly Block[],
  state: RenderState,
  { isFlowing, windowLeft }: FlowOptions,
): Flow {
  const { referenceWidthPx, hideOverflow, isRtl } = state.page;
  const grows = growsWith(state);
  const boxes = blocks.map((block): FlowBox => {
    if (!isFlowing || block.position.pin === undefined)
      return boxOf(block, referenceWidthPx, grows);
    const window = { windowX: -windowLeft, referenceWidthPx, hideOverflow };
    return flowBoxOf(withPinPosition(block, window), { referenceWidthPx, grows });
  });
  const cached = flows.get(container);
  if (
    cached?.isFlowing === isFlowing &&
    cached.referenceWidthPx === referenceWidthPx &&
    cached.isRtl === isRtl &&
    areSameBoxes(cached.boxes, boxes)
  )
    return cached.flow;
  const flow = flowOfBoxes(boxes, container.position.height, {
    referenceWidthPx,
    rtl: isRtl,
    readingOrder: readingOrderOf(container),
    phone: isFlowing ? { windowLeft, windowWidth: referenceWidthPx } : null,
  });
  if (isCacheable(container))
    flows.set(container, { boxes, isFlowing, referenceWidthPx, isRtl, flow });
  return flow;
}

/**
 * Whether a block's element must be able to grow: it is, or contains, text that does not scroll.
 */
function growsWith(state: RenderState): (block: Block) => boolean {
  const grows = (block: Block): boolean => {
    if (block.styles.overflow === 'scroll') return false;
    if (block.type === 'group') return (state.page.childrenOf.get(block.uuid) ?? []).some(grows);
    return findDefinition(block, state.options.kits)?.capabilities.hasText ?? false;
  };
  return grows;
}

function boxOf(block: Block, referenceWidthPx: number, grows: (block: Block) => boolean): FlowBox {
  const cached = flowBoxes.get(block);
  if (cached?.referenceWidthPx === referenceWidthPx && cached.box.grows === grows(block))
    return cached.box;
  const box = flowBoxOf(block, { referenceWidthPx, grows });
  if (isCacheable(block)) flowBoxes.set(block, { referenceWidthPx, box });
  return box;
}

/** Whether two lists of boxes are equal. */
function areSameBoxes(a: readonly FlowBox[], b: readonly FlowBox[]): boolean {
  return a.length === b.length && a.every((box, index) => isSameBox(box, b[index]));
}

function isSameBox(a: FlowBox, b: FlowBox | undefined): boolean {
  if (a === b) return true;
  if (b === undefined || a.phone !== undefined || b.phone !== undefined) return false;
  return (
    a.id === b.id &&
    a.x === b.x &&
    a.y === b.y &&
    a.width === b.width &&
    a.height === b.height &&
    a.z === b.z &&
    a.grows === b.grows &&
    a.isPlainText === b.isPlainText &&
    a.appearance === b.appearance &&
    a.onPhone === b.onPhone &&
    a.onDesktop === b.onDesktop
  );
}
