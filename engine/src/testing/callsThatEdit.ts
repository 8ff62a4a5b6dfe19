import type { Kit } from '../blocks/Kit.ts';
import type { Editor } from '../editor/Editor.ts';
import { VIEW_ONLY } from '../permissions/Permissions.ts';
import { makeTestBlock, makeTestPage } from './makeTestPage.ts';

const other = makeTestPage([makeTestBlock('other')]);

/**
 * The calls of an editor that a function of its host or of a kit may not make, for a page with a block
 * `a`.
 */
export const callsThatEdit: Readonly<Record<string, (editor: Editor<Kit>) => unknown>> = {
  load: (editor) => editor.load(other),
  replacePage: (editor) => editor.replacePage(other),
  unleashChaosMonkey: (editor) => editor.unleashChaosMonkey(),
  add: (editor) => editor.add({ type: 'shape' }),
  remove: (editor) => editor.remove('a'),
  update: (editor) => editor.update('a', { altText: 'x' }),
  stage: (editor) => editor.stage({ altText: 'x' }, 'a'),
  begin: (editor) => editor.begin(),
  commit: (editor) => editor.commit(),
  cancel: (editor) => editor.cancel(),
  run: (editor) => editor.run(() => 1),
  runOutside: (editor) => editor.run(() => 1, { history: false }),
  undo: (editor) => editor.undo(),
  redo: (editor) => editor.redo(),
  jumpTo: (editor) => editor.jumpTo(null),
  dispatch: (editor) => editor.dispatch({ type: 'keydown', key: 'd' }),
  reset: (editor) => editor.reset(),
  startTextEditing: (editor) => editor.startTextEditing('a'),
  stopTextEditing: (editor) => editor.stopTextEditing(),
  setEditedText: (editor) => editor.setEditedText('x'),
  startDrawing: (editor) => editor.startDrawing(),
  stopDrawing: (editor) => editor.stopDrawing(),
  startTool: (editor) => editor.startTool({ name: 'x', handle: () => true }),
  configure: (editor) => editor.configure({ permissions: VIEW_ONLY }),
  markPublished: (editor) => editor.markPublished({ slug: 'x' }),
  applyRemote: (editor) =>
    editor.applyRemote({ added: {}, updated: {}, removed: { a: makeTestBlock('a') } }),
};
