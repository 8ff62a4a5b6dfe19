import { GEOMETRY } from '../../constants/geometry.ts';
import { roundLength } from '../../model/Position.ts';
import { isSection } from '../../model/Block.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import { minTextScale, minScaleOf } from '../../blocks/minScaleOf.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { withPosition } from '../blockPosition.ts';
import { putScaled, scaleDescendants } from './scaleBlocks.ts';

/**
 * Scales a section and its descendants about the middle of the window. Its width grows up to the
 * maximum content width.
 */
export function scaleSection(
  state: EditorState,
  uuid: string,
  factor: number,
): Result<null, EditorRefusal> {
  const section = state.blocks.get(uuid);
  if (!section || !isSection(section)) return refuse('unknown_block', { uuid });
  const locked = refuseLocked(state, [uuid], { deep: true });
  if (locked) return locked;
  const by = Math.max(
    factor,
    minScaleOf(state, state.layout.withDescendants([uuid]), minTextScale),
  );
  // Rounding the lengths of a page from elsewhere would be a change.
  if (by === 1) return ok(null);
  const { width, height } = section.position;
  const maxWidth = Math.max(width, GEOMETRY.maxContentWidthPx / state.referenceWidth);
  const scaledWidth = roundLength(Math.min(maxWidth, width * by));
  const scaled = withPosition(section, { width: scaledWidth, height: roundLength(height * by) });
  const offsetX = (scaledWidth - width * by) / 2;
  const refused = putScaled(state, scaled, by) ?? scaleDescendants(state, uuid, by, offsetX);
  return refused ?? ok(null);
}
