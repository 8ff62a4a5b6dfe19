import type { Editor } from '@cobble/engine';

/** Modes in which keys work. `drawing` and a host's `tool` are among them even during a stroke. */
const IDLE_MODES = new Set(['layout', 'text-editing', 'inline-text-editing', 'drawing', 'tool']);

/**
 * Whether a pointer gesture other than a stroke is in progress. Until it ends, copy, cut and paste
 * do nothing, nor do the keys of commands other than Escape and zooming in or out.
 */
export function isInGesture(editor: Editor): boolean {
  return !IDLE_MODES.has(editor.mode.name);
}
