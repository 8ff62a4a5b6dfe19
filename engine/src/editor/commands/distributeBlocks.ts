import { ok, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { movableBlocks, type MovableBlock, moveEach } from './movableBlocks.ts';

/**
 * Makes the gaps between blocks equal, within their common bounds. Fewer than three blocks are left
 * as they are.
 */
export function distributeBlocks(
  state: EditorState,
  axis: 'horizontal' | 'vertical',
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const found = movableBlocks(state, uuids);
  if (!found.ok) return found;
  const items = found.value;
  if (items.length < 3) return ok(null);
  const start = ({ bounds }: MovableBlock): number => (axis === 'horizontal' ? bounds.x : bounds.y);
  const size = ({ bounds }: MovableBlock): number =>
    axis === 'horizontal' ? bounds.width : bounds.height;
  const sorted = items.toSorted((a, b) => start(a) + size(a) / 2 - start(b) - size(b) / 2);
  const first = Math.min(...sorted.map(start));
  const last = Math.max(...sorted.map((item) => start(item) + size(item)));
  const gap =
    (last - first - sorted.reduce((sum, item) => sum + size(item), 0)) / (sorted.length - 1);
  const shifts = new Map<string, number>();
  let next = first;
  for (const item of sorted) {
    shifts.set(item.uuid, next - start(item));
    next += size(item) + gap;
  }
  return moveEach(state, items, ({ uuid }) => {
    const shift = shifts.get(uuid) ?? 0;
    return axis === 'horizontal' ? { dx: shift, dy: 0 } : { dx: 0, dy: shift };
  });
}
