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
/** In these modes the in-progress copy changes sections, not the selected blocks. */
const SECTION_MODES = new Set([
  'resizing-section',
  'resizing-section-width',
  'slicing',
  'resizing-cutoff',
]);

/**
 * The children of sections that change from frame to frame now: the selection during a gesture or
 * an edit in progress.
 */
export function movingIds(editor: Editor): ReadonlySet<string> {
  const { name } = editor.mode;
  if (!MOVING_MODES.has(name) && !editor.isInProgress) return NONE;
  return SECTION_MODES.has(name) ? NONE : selectedTops(editor);
}

/** The blocks that would move if the pressed pointer moved now. */
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
