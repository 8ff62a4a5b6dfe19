import { GEOMETRY } from '../constants/geometry.ts';
import type { EditorState } from './EditorState.ts';
import { withPosition } from './blockPosition.ts';

/**
 * Returns z-indices for a number of blocks, lowest first: in steps of 5 around the median of the
 * safe range, or smaller steps if they would not fit.
 */
export function evenZIndices(count: number): readonly number[] {
  const { zIndexStep, medianZIndex, maxZIndex, minZIndex } = GEOMETRY;
  const step = Math.min(zIndexStep, (maxZIndex - minZIndex) / Math.max(1, count));
  const start = medianZIndex - (step * (count - 1)) / 2;
  return Array.from({ length: count }, (_, index) => Math.round(start + index * step));
}

/** Assigns evenly spaced z-indices to blocks in the given order. */
export function respaceZIndices(state: EditorState, order: readonly string[]): void {
  evenZIndices(order.length).forEach((zIndex, index) => {
    const block = state.blocks.get(order[index] ?? '');
    if (block) state.store.put(withPosition(block, { zIndex }));
  });
}

/**
 * Writes a new z-order of the children of a section or group, lowest first. Only moved blocks get
 * new z-indices, between their neighbours. If there is no gap, or at the end of the safe range, all
 * children are respaced.
 */
export function applyZOrder(
  state: EditorState,
  order: readonly string[],
  moved: ReadonlySet<string>,
): void {
  const zIndices = new Map<string, number>();
  const zOf = (uuid: string | undefined): number | null =>
    uuid === undefined ? null : (state.blocks.get(uuid)?.position.zIndex ?? null);
  for (let from = 0; from < order.length;) {
    if (!moved.has(order[from] ?? '')) {
      from += 1;
      continue;
    }
    let to = from;
    while (to < order.length && moved.has(order[to] ?? '')) to += 1;
    const run = order.slice(from, to);
    const between = zIndicesBetween(zOf(order[from - 1]), zOf(order[to]), run.length);
    if (!between) {
      respaceZIndices(state, order);
      return;
    }
    run.forEach((uuid, index) => zIndices.set(uuid, between[index] ?? 0));
    from = to;
  }
  for (const [uuid, zIndex] of zIndices) {
    const block = state.blocks.get(uuid);
    if (block) state.store.put(withPosition(block, { zIndex }));
  }
}

/**
 * Returns a number of z-indices between two others, in steps of 5 if there is space. Null if they
 * do not fit in the gap or the safe range.
 */
export function zIndicesBetween(
  below: number | null,
  above: number | null,
  count: number,
): readonly number[] | null {
  const { zIndexStep, medianZIndex, maxZIndex, minZIndex } = GEOMETRY;
  if (below === null && above === null) return evenZIndices(count);
  const gapStep =
    below !== null && above !== null ? Math.floor((above - below) / (count + 1)) : null;
  const step = Math.min(zIndexStep, gapStep ?? zIndexStep);
  if (step < 1) return null;
  const start = below ?? (above ?? medianZIndex) - step * (count + 1);
  const first = start + step;
  const last = start + step * count;
  if (first < minZIndex || last > maxZIndex) return null;
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/**
 * Returns z-indices for new blocks on top of the children of a section or group. Respaces the
 * children first if the result would leave the safe range.
 */
export function topZIndices(state: EditorState, parentUuid: string, count: number): number[] {
  let top = highest(state, parentUuid);
  if (top + count > GEOMETRY.maxZIndex) {
    respaceZIndices(state, state.layout.childIds(parentUuid));
    top = highest(state, parentUuid);
  }
  return Array.from({ length: count }, (_, index) => top + 1 + index);
}

function highest(state: EditorState, parentUuid: string): number {
  return state.layout.highestZIndex(parentUuid) ?? GEOMETRY.medianZIndex - 1;
}
