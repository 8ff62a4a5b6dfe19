import { GEOMETRY } from '../constants/geometry.ts';
import type { EditorCore } from './EditorCore.ts';
import { withPosition } from './positions.ts';

/**
 * Gives z-indices to blocks by their order, lowest first: steps of 5 round the middle of the safe
 * range, smaller steps when there are too many for that (editing-canvas.md section 9).
 */
export function spreadZIndices(count: number): readonly number[] {
  const { zIndexStep, medianZIndex, maxZIndex, minZIndex } = GEOMETRY;
  const step = Math.min(zIndexStep, (maxZIndex - minZIndex) / Math.max(1, count));
  const start = medianZIndex - (step * (count - 1)) / 2;
  return Array.from({ length: count }, (_, place) => Math.round(start + place * step));
}

/** Writes the z-indices of {@link spreadZIndices} to blocks in their order. */
export function restack(core: EditorCore, order: readonly string[]): void {
  spreadZIndices(order.length).forEach((zIndex, place) => {
    const block = core.blocks.get(order[place] ?? '');
    if (block) core.store.put(withPosition(block, { zIndex }));
  });
}

/**
 * The z-indices for so many new blocks on top of what a section or group holds: one above the
 * highest each. When that would leave the safe range, those that are there are spread anew first.
 */
export function zIndicesOnTop(core: EditorCore, parentUuid: string, count: number): number[] {
  let top = highest(core, parentUuid);
  if (top + count > GEOMETRY.maxZIndex) {
    restack(core, core.layout.childIds(parentUuid));
    top = highest(core, parentUuid);
  }
  return Array.from({ length: count }, (_, place) => top + 1 + place);
}

function highest(core: EditorCore, parentUuid: string): number {
  return core.layout.highestZIndex(parentUuid) ?? GEOMETRY.medianZIndex - 1;
}
