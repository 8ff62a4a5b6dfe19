import { unionBoxes } from '../../geometry/boxes.ts';
import type { Box } from '../../model/Position.ts';
import { ok, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { movableBlocks, moveEach } from './movableBlocks.ts';

/** What `align` aligns; `middle` is vertical, `center` horizontal. */
export const ALIGN_EDGES = ['left', 'right', 'top', 'bottom', 'middle', 'center'] as const;
/** One of {@link ALIGN_EDGES}. */
export type AlignEdge = (typeof ALIGN_EDGES)[number];

/**
 * Aligns the bounds of blocks, rotation included, with their common bounds, or those of a single
 * block with its parent.
 */
export function alignBlocks(
  state: EditorState,
  edge: AlignEdge,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const found = movableBlocks(state, uuids);
  if (!found.ok) return found;
  const items = found.value;
  const [only] = items;
  const parent = state.blocks.get(only?.uuid ?? '')?.parentUuid;
  const target =
    items.length === 1 && parent !== undefined
      ? state.layout.boxOf(parent)
      : unionBoxes(items.map((item) => item.bounds));
  if (!target) return ok(null);
  return moveEach(state, items, ({ bounds }) => ({
    dx: alongX(edge, bounds, target),
    dy: alongY(edge, bounds, target),
  }));
}

function alongX(edge: string, bounds: Box, target: Box): number {
  if (edge === 'left') return target.x - bounds.x;
  if (edge === 'right') return target.x + target.width - bounds.x - bounds.width;
  return edge === 'center' ? target.x + target.width / 2 - bounds.x - bounds.width / 2 : 0;
}

function alongY(edge: string, bounds: Box, target: Box): number {
  if (edge === 'top') return target.y - bounds.y;
  if (edge === 'bottom') return target.y + target.height - bounds.y - bounds.height;
  return edge === 'middle' ? target.y + target.height / 2 - bounds.y - bounds.height / 2 : 0;
}
