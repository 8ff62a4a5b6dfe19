import { createEditor } from '../../src/createEditor.ts';
import { parsePage } from '../../src/parsing/parsePage.ts';
import { mixedPage } from '../mixedPage.mjs';

/** Commands on everything at once, by the editor itself. */
export function bulkCases(count) {
  const page = parsePage(mixedPage(count));
  const empty = parsePage(mixedPage(2));
  const given = Array.from({ length: count }, (_, place) => ({
    type: 'shape',
    position: { x: (place % 10) / 10, y: Math.floor(place / 10) / 100, width: 0.1, height: 0.1 },
  }));
  const one = (name, what, setUp, run) => ({
    name,
    what,
    ops: 1,
    rounds: 3,
    contestants: () => [{ name: 'Cobble, the editor', setUp, run }],
    limits: [],
  });
  return [
    one(
      `open a page of ${count} blocks`,
      'createEditor, and the first question to its index',
      () => page,
      () => createEditor({ page }).index.search({ x: 0, y: 0, width: 1, height: 1 }),
    ),
    one(
      `add ${count} blocks at once`,
      'editor.add: defaults, checks, z-indices, one entry of the history',
      () => createEditor({ page: empty }),
      (editor) => must(editor.add(given)),
    ),
    one(
      `select all of ${count}`,
      'editor.selectAll, and the box round the selection',
      () => createEditor({ page }),
      (editor) => {
        editor.selectAll();
        if (!editor.selectionBox) throw new Error('nothing is selected');
      },
    ),
    one(
      `remove all of ${count}`,
      'editor.remove of all but the sections',
      () => {
        const editor = createEditor({ page });
        const uuids = [...editor.blocks.values()]
          .filter((block) => block.parentUuid !== undefined)
          .map((block) => block.uuid);
        editor.setLocked(false, uuids);
        editor.select(uuids);
        return editor;
      },
      (editor) => must(editor.remove()),
    ),
  ];
}

function must(result) {
  if (!result.ok) throw new Error(`${result.code} ${JSON.stringify(result.details)}`);
}
