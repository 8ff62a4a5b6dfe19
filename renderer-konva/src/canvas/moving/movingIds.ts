import type { Editor } from '@cobble/engine';
import { topLevelOf } from '../topLevelOf.ts';

const NONE: ReadonlySet<string> = new Set();
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
  const { name } = editor.mode;
  if (!MOVING_MODES.has(name) && !editor.isInProgress) return NONE;
  return SECTION_MODES.has(name) ? NONE : selectedTops(editor);
}

/** What would move if the pointer, which is down, moved now. */
export function pressedIds(editor: Editor): ReadonlySet<string> {
  return editor.mode.name === 'pressing' ? selectedTops(editor) : NONE;
}

function selectedTops(editor: Editor): ReadonlySet<string> {
  const tops = new Set<string>();
  for (const uuid of editor.selection) {
    const block = topLevelOf(editor, uuid);
    if (block) tops.add(block.uuid);
  }
  return tops;
}
