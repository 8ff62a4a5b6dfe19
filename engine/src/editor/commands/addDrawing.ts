import { drawingOf } from '../../drawing/drawingOf.ts';
import type { Stroke } from '../../drawing/Stroke.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { addBlocks } from './addBlocks.ts';

/**
 * Turns strokes into one drawing block at their position, in the section under its centre. Returns
 * its id, or null if there is nothing to draw.
 *
 * @param strokes px at the reference width, from the origin of page space
 */
export function addDrawing(
  state: EditorState,
  strokes: readonly Stroke[],
  options: { select: boolean },
): Result<string | null, EditorRefusal> {
  const drawn = safeDrawingOf(strokes, state.referenceWidth);
  if (!drawn.ok) return drawn;
  if (!drawn.value) return ok(null);
  const { box, content } = drawn.value;
  const added = addBlocks(state, [{ type: 'drawing', position: { ...box }, content }], options);
  return added.ok ? ok(added.value[0] ?? null) : added;
}

function safeDrawingOf(
  strokes: readonly Stroke[],
  referenceWidth: number,
): Result<ReturnType<typeof drawingOf>, 'drawing_too_large'> {
  try {
    return ok(drawingOf(strokes, referenceWidth));
  } catch (error) {
    if (error instanceof CobbleError && error.code === 'drawing_too_large')
      return refuse('drawing_too_large', error.details);
    throw error;
  }
}
