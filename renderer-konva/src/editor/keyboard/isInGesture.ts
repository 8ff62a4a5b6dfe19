import type { Editor } from '@cobble/engine';

/** Modes in which keys work. `drawing` is one of them even while a stroke is drawn. */
const IDLE_MODES = new Set(['layout', 'text-editing', 'inline-text-editing', 'drawing']);

/**
 * Whether a pointer gesture other than a stroke is in progress. Until it ends, copy, cut and paste
 * do nothing, nor do the keys of commands other than Escape and zooming in or out.
 */
export function isInGesture(editor: Editor): boolean {
  return !IDLE_MODES.has(editor.mode.name);
}
