import type { Editor } from '@cobble/engine';

/** Modes that are not gestures. In `drawing`, that includes strokes: keys work while one is drawn. */
const IDLE_MODES = new Set(['layout', 'text-editing', 'inline-text-editing', 'drawing']);

/**
 * Whether a pointer gesture other than a stroke is in progress. Commands that add, remove or move
 * blocks or open something do nothing until it ends.
 */
export function isInGesture(editor: Editor): boolean {
  return !IDLE_MODES.has(editor.mode.name);
}
