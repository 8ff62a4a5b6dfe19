import type { Editor } from '@cobble/engine';

/** Modes without a pressed pointer. */
const IDLE_MODES = new Set(['layout', 'text-editing', 'inline-text-editing', 'drawing']);

/**
 * Whether a pointer gesture is in progress. Commands that add, remove or move blocks or open
 * something do nothing until it ends.
 */
export function isInGesture(editor: Editor): boolean {
  return !IDLE_MODES.has(editor.mode.name);
}
