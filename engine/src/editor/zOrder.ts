import { GEOMETRY } from '../constants/geometry.ts';
import type { EditorState } from './EditorState.ts';
import { withPosition } from './positions.ts';

/**
 * Gives z-indices to blocks by their order, lowest first: steps of 5 round the middle of the safe
 * range, smaller steps when there are too many for that.
 */
export function spreadZIndices(count: number): readonly number[] {
  const { zIndexStep, medianZIndex, maxZIndex, minZIndex } = GEOMETRY;
  const step = Math.min(zIndexStep, (maxZIndex - minZIndex) / Math.max(1, count));
  const start = medianZIndex - (step * (count - 1)) / 2;
  return Array.from({ length: count }, (_, place) => Math.round(start + place * step));
}

/** Writes the z-indices of {@link spreadZIndices} to blocks in their order. */
export function restack(state: EditorState, order: readonly string[]): void {
  spreadZIndices(order.length).forEach((zIndex, place) => {
    const block = state.blocks.get(order[place] ?? '');
    if (block) state.store.put(withPosition(block, { zIndex }));
  });
}

/**
 * Writes a new order to what a section or group holds, lowest first: those that moved get z-indices
 * between their new neighbours, the others keep theirs. Where no room is left between neighbours or
 * at the ends of the safe range, all are spread anew.
 */
export function reorderStack(
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
      restack(state, order);
      return;
    }
    run.forEach((uuid, place) => zIndices.set(uuid, between[place] ?? 0));
    from = to;
  }
  for (const [uuid, zIndex] of zIndices) {
    const block = state.blocks.get(uuid);
    if (block) state.store.put(withPosition(block, { zIndex }));
  }
}

/**
 * So many z-indices above one and below another, in steps of 5 where there is room; null where there
 * is none within the safe range.
 */
export function zIndicesBetween(
  below: number | null,
  above: number | null,
  count: number,
): readonly number[] | null {
  const { zIndexStep, medianZIndex, maxZIndex, minZIndex } = GEOMETRY;
  if (below === null && above === null) return spreadZIndices(count);
  const room = below !== null && above !== null ? Math.floor((above - below) / (count + 1)) : null;
  const step = Math.min(zIndexStep, room ?? zIndexStep);
  if (step < 1) return null;
  const start = below ?? (above ?? medianZIndex) - step * (count + 1);
  const first = start + step;
  const last = start + step * count;
  if (first < minZIndex || last > maxZIndex) return null;
  return Array.from({ length: count }, (_, place) => first + place * step);
}

/**
 * The z-indices for so many new blocks on top of what a section or group holds: one above the
 * highest each. When that would leave the safe range, those that are there are spread anew first.
 */
export function zIndicesOnTop(state: EditorState, parentUuid: string, count: number): number[] {
  let top = highest(state, parentUuid);
  if (top + count > GEOMETRY.maxZIndex) {
    restack(state, state.layout.childIds(parentUuid));
    top = highest(state, parentUuid);
  }
  return Array.from({ length: count }, (_, place) => top + 1 + place);
}

function highest(state: EditorState, parentUuid: string): number {
  return state.layout.highestZIndex(parentUuid) ?? GEOMETRY.medianZIndex - 1;
}
