import type { Editor } from '@cobble/engine';

/** Modes without a pressed pointer. */
const AT_REST = new Set(['layout', 'text-editing', 'inline-text-editing', 'drawing']);

/**
 * Whether a pointer gesture is in progress. Commands that add, remove or move blocks or open
 * something do nothing until it ends.
 */
export function isInGesture(editor: Editor): boolean {
  return !AT_REST.has(editor.mode.name);
}
