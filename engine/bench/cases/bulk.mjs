import { createEditor } from '../../src/createEditor.ts';
import { parsePage } from '../../src/parsing/parsePage.ts';
import { mixedPage } from '../mixedPage.mjs';

/** Cases that open a large page, or add, select or remove all of its blocks with one command. */
export function bulkCases(count) {
  const page = parsePage(mixedPage(count));
  const empty = parsePage(mixedPage(2));
  const newBlocks = Array.from({ length: count }, (_, index) => ({
    type: 'shape',
    position: { x: (index % 10) / 10, y: Math.floor(index / 10) / 100, width: 0.1, height: 0.1 },
  }));
  const makeCase = (name, description, setUp, run) => ({
    name,
    description,
    ops: 1,
    rounds: 3,
    contestants: () => [{ name: 'Cobble editor', setUp, run }],
    limits: [],
  });
  return [
    makeCase(
      `open a page of ${count} blocks`,
      'createEditor, and the first search in its spatial index',
      () => page,
      () => createEditor({ page }).index.search({ x: 0, y: 0, width: 1, height: 1 }),
    ),
    makeCase(
      `add ${count} blocks at once`,
      'editor.add: defaults, validation, z-indices and one history entry',
      () => createEditor({ page: empty }),
      (editor) => unwrap(editor.add(newBlocks)),
    ),
    makeCase(
      `select all of ${count}`,
      'editor.selectAll, and the box around the selection',
      () => createEditor({ page }),
      (editor) => {
        editor.selectAll();
        if (!editor.selectionBox) throw new Error('nothing is selected');
      },
    ),
    makeCase(
      `remove all of ${count}`,
      'editor.remove of all blocks except the sections',
      () => {
        const editor = createEditor({ page });
        const uuids = [...editor.blocks.values()]
          .filter((block) => block.parentUuid !== undefined)
          .map((block) => block.uuid);
        editor.setLocked(false, uuids);
        editor.select(uuids);
        return editor;
      },
      (editor) => unwrap(editor.remove()),
    ),
  ];
}

function unwrap(result) {
  if (!result.ok) throw new Error(`${result.code} ${JSON.stringify(result.details)}`);
}
