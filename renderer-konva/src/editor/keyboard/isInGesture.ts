import type { Editor } from '@cobble/engine';

/** Modes in which no button or finger is down. */
const AT_REST = new Set(['layout', 'text-editing', 'inline-text-editing', 'drawing']);

/**
 * Whether something is pressed, dragged, resized, turned or pinched just now: what adds, removes or
 * moves blocks, or opens something, has to wait until it is let go.
 */
export function isInGesture(editor: Editor): boolean {
  return !AT_REST.has(editor.mode.name);
}
