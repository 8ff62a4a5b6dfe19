import type { Block, Editor } from '@cobble/engine';

/** Blocks that start within this much of one another stand in one row; fractions of the window. */
const ROW = 0.02;

/** All blocks but sections in reading order: sections from the top, in them rows, in rows from the left. */
export function readingOrder(editor: Editor): readonly Block[] {
  return editor.sectionIds.flatMap((uuid) => orderWithin(editor, uuid));
}

function orderWithin(editor: Editor, parent: string): Block[] {
  const rows: Block[][] = [];
  const children = editor
    .childrenOf(parent)
    .toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x);
  for (const block of children) {
    const row = rows.at(-1);
    if (row?.[0] && block.position.y - row[0].position.y <= ROW) row.push(block);
    else rows.push([block]);
  }
  return rows.flatMap((row) =>
    row
      .toSorted((a, b) => a.position.x - b.position.x)
      .flatMap((block) => [block, ...orderWithin(editor, block.uuid)]),
  );
}
