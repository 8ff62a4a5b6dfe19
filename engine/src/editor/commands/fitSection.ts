import { GEOMETRY } from '../../constants/geometry.ts';
import { isSection } from '../../model/Block.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { withPosition } from '../blockPosition.ts';
import { fittedHeight } from '../settle.ts';
import { roundLength } from '../../model/Position.ts';

/** Fits a section's height to its contents; an empty one gets the height of a new section. */
export function fitSection(state: EditorState, uuid: string): Result<null, EditorRefusal> {
  const section = state.blocks.get(uuid);
  if (!section || !isSection(section)) return refuse('unknown_block', { uuid });
  const locked = refuseLocked(state, [uuid]);
  if (locked) return locked;
  const empty = roundLength(GEOMETRY.newSectionHeightPx / state.referenceWidth);
  const height = fittedHeight(state, uuid) || empty;
  state.store.put(withPosition(section, { height }));
  return ok(null);
}
