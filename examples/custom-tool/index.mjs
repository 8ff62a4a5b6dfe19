// Adds a tool, its key and a rule to an editor, and drags with the tool as a user would.
import { writeFile } from 'node:fs/promises';
import { createEditor, createPage, refuse } from '@cobble/engine';
import { renderPage } from '@cobble/renderer-static';
import { shapeTool } from './shapeTool.mjs';

/** @typedef {import('@cobble/engine').EditorRefusal} EditorRefusal */

const editor = createEditor({ page: createPage({ settings: { title: 'Shapes' } }) });
const MIN_SIDE = 0.05;

/** On a screen, show a message for the code. */
const report = (/** @type {EditorRefusal} */ code) => console.log(`refused: ${code}`);

editor.bindKeys({
  s: () => editor.startTool(shapeTool(editor, report)),
});

// A rule: no tiny shapes. The whole drag is refused, and nothing of it remains.
editor.onBeforeCommit(({ added }) => {
  const tiny = Object.values(added).find(({ position }) => position.width < MIN_SIDE);
  return tiny && refuse('change_refused', { uuid: tiny.uuid, reason: 'too small' });
});
// `onRefusal` reports refused commits and gestures; the tool reports refusals of its own calls.
editor.onRefusal(report);

/**
 * A drag in page space. On a screen, `<CobbleCanvas editor={editor}/>` sends these events.
 *
 * @param {readonly [number, number]} from
 * @param {readonly [number, number]} to
 * @param {boolean} [shift]
 */
function drag([x, y], [toX, toY], shift = false) {
  const screen = { pxPerUnit: 600, shift };
  editor.dispatch({ type: 'pointerdown', x, y, ...screen });
  editor.dispatch({ type: 'pointermove', x: toX, y: toY, ...screen });
  editor.dispatch({ type: 'pointerup', x: toX, y: toY, ...screen });
}

editor.dispatch({ type: 'keydown', key: 's' });
drag([0.1, 0.1], [0.5, 0.3]);
drag([0.6, 0.1], [0.9, 0.2], true);
drag([0.2, 0.6], [0.21, 0.61]);
editor.dispatch({ type: 'keydown', key: 'Escape' });

const { entries } = editor.history;
console.log(`${entries.length} shapes, undo says: ${entries.at(-1)?.label}`);
const file = process.argv[2] ?? 'page.html';
await writeFile(file, renderPage(editor.page).html);
console.log(file);
