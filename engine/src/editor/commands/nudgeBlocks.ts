import type { Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { movableBlocks, moveEach } from './movableBlocks.ts';

/** Moves blocks by px at the reference width. */
export function nudgeBlocks(
  state: EditorState,
  dxPx: number,
  dyPx: number,
  uuids: Iterable<string>,
): Result<null, EditorRefusal> {
  const found = movableBlocks(state, uuids);
  if (!found.ok) return found;
  const shift = { dx: dxPx / state.referenceWidth, dy: dyPx / state.referenceWidth };
  return moveEach(state, found.value, () => shift);
}
