import type { Editor } from '@cobble/engine';
import { topLevelOf } from '../topLevelOf.ts';

const MOVING_MODES = new Set([
  'translating',
  'resizing',
  'rotating',
  'text-editing',
  'inline-text-editing',
]);
/** What is in progress in these changes sections, not what is selected. */
const SECTION_MODES = new Set([
  'resizing-section',
  'resizing-section-width',
  'slicing',
  'resizing-cutoff',
]);

/**
 * Sections' children that change from frame to frame now: what is selected while a gesture or an
 * edit is in progress.
 */
export function movingIds(editor: Editor): ReadonlySet<string> {
  const moving = new Set<string>();
  const { name } = editor.mode;
  if (!MOVING_MODES.has(name) && !editor.isInProgress) return moving;
  if (SECTION_MODES.has(name)) return moving;
  for (const uuid of editor.selection) {
    const block = topLevelOf(editor, uuid);
    if (block) moving.add(block.uuid);
  }
  return moving;
}
