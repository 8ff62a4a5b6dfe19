import { applyReadingOrder, readingOrderOf, type Block, type Editor } from '@cobble/engine';

/** Blocks that start within this much of one another stand in one row; fractions of the window. */
const ROW = 0.02;

/**
 * All blocks but sections in reading order: sections from the top, in them what their author named,
 * in that order, and the rest by rows, in rows from the left.
 */
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
  const byPlace = rows.flatMap((row) => row.toSorted((a, b) => a.position.x - b.position.x));
  const holder = editor.blocks.get(parent);
  const named = holder ? readingOrderOf(holder) : [];
  const order = named.length === 0 ? byPlace : inOrder(byPlace, named);
  return order.flatMap((block) => [block, ...orderWithin(editor, block.uuid)]);
}

function inOrder(blocks: readonly Block[], named: readonly string[]): readonly Block[] {
  const items = blocks.map((block) => ({ id: block.uuid, block }));
  return applyReadingOrder(items, named).map(({ block }) => block);
}
