import { unionBoxes } from '../../geometry/boxes.ts';
import type { Box } from '../../model/Position.ts';
import { ok, type Result } from '../../model/Result.ts';
import type { Placement } from '../../modes/ModeHost.ts';
import type { Editor, EditorRefusal } from '../Editor.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseUnlessNumbers, refuseUnlisted } from '../readArguments.ts';
import { movable, type MovableItem } from './movable.ts';
import { placeBlocks } from './placeBlocks.ts';

const EDGES = ['left', 'right', 'top', 'bottom', 'middle', 'centre'] as const;

/**
 * Aligns the turned bounds of the selected blocks: to those of the whole selection, or, when it is
 * one block, to the section or group that holds it. `middle` and `centre` are the vertical and the
 * horizontal one.
 */
export function alignBlocks(
  state: EditorState,
  edge: Parameters<Editor['align']>[0],
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const unknown = refuseUnlisted('edge', edge, EDGES);
  if (unknown) return unknown;
  const found = movable(state, uuids);
  if (!found.ok) return found;
  const items = found.value;
  const [only] = items;
  const holder = state.blocks.get(only?.uuid ?? '')?.parentUuid;
  const target =
    items.length === 1 && holder !== undefined
      ? state.layout.boxOf(holder)
      : unionBoxes(items.map((item) => item.bounds));
  if (!target) return ok(null);
  return moveBy(state, items, ({ bounds }) => ({
    dx: alongX(edge, bounds, target),
    dy: alongY(edge, bounds, target),
  }));
}

function alongX(edge: string, bounds: Box, target: Box): number {
  if (edge === 'left') return target.x - bounds.x;
  if (edge === 'right') return target.x + target.width - bounds.x - bounds.width;
  return edge === 'centre' ? target.x + target.width / 2 - bounds.x - bounds.width / 2 : 0;
}

function alongY(edge: string, bounds: Box, target: Box): number {
  if (edge === 'top') return target.y - bounds.y;
  if (edge === 'bottom') return target.y + target.height - bounds.y - bounds.height;
  return edge === 'middle' ? target.y + target.height / 2 - bounds.y - bounds.height / 2 : 0;
}

/**
 * Makes the gaps between the selected blocks equal; the outermost two stay. Fewer than three have
 * no gaps to share.
 */
export function distributeBlocks(
  state: EditorState,
  axis: 'horizontal' | 'vertical',
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const unknown = refuseUnlisted('axis', axis, ['horizontal', 'vertical']);
  if (unknown) return unknown;
  const found = movable(state, uuids);
  if (!found.ok) return found;
  const items = found.value;
  if (items.length < 3) return ok(null);
  const start = ({ bounds }: MovableItem): number => (axis === 'horizontal' ? bounds.x : bounds.y);
  const size = ({ bounds }: MovableItem): number =>
    axis === 'horizontal' ? bounds.width : bounds.height;
  const sorted = items.toSorted((a, b) => start(a) + size(a) / 2 - start(b) - size(b) / 2);
  const first = Math.min(...sorted.map(start));
  const last = Math.max(...sorted.map((item) => start(item) + size(item)));
  const gap =
    (last - first - sorted.reduce((sum, item) => sum + size(item), 0)) / (sorted.length - 1);
  const shifts = new Map<string, number>();
  let at = first;
  for (const item of sorted) {
    shifts.set(item.uuid, at - start(item));
    at += size(item) + gap;
  }
  return moveBy(state, items, ({ uuid }) => {
    const shift = shifts.get(uuid) ?? 0;
    return axis === 'horizontal' ? { dx: shift, dy: 0 } : { dx: 0, dy: shift };
  });
}

/** Moves blocks by px at the reference width. */
export function nudgeBlocks(
  state: EditorState,
  dxPx: number,
  dyPx: number,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const odd = refuseUnlessNumbers({ dxPx, dyPx });
  if (odd) return odd;
  const found = movable(state, uuids);
  if (!found.ok) return found;
  const items = found.value;
  const shift = { dx: dxPx / state.referenceWidth, dy: dyPx / state.referenceWidth };
  return moveBy(state, items, () => shift);
}

function moveBy(
  state: EditorState,
  items: readonly MovableItem[],
  shiftOf: (item: MovableItem) => { dx: number; dy: number },
): Result<null, EditorRefusal> {
  const placements = new Map<string, Placement>();
  for (const item of items) {
    const { dx, dy } = shiftOf(item);
    placements.set(item.uuid, { x: item.box.x + dx, y: item.box.y + dy });
  }
  return placeBlocks(state, placements);
}
