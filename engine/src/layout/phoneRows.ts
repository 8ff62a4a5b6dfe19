import { unionBoxes } from '../geometry/boxes.ts';
import { bottomOf } from './FlowBox.ts';
import type { FlowNode, FlowRow } from './FlowNode.ts';
import type { ReadingOptions } from './ReadingItem.ts';
import { itemsOf, readingTree, type ReadingTree } from './readingTree.ts';

/** Smallest gap between stacked timeline steps, as a fraction of the window's width. */
const STEP_GAP_RATIO = 1 / 25;

/**
 * Arranges nodes in rows in reading order. A column that is read as a whole becomes a stack, which
 * is next to others if they fit.
 *
 * @param nodes visible on phones
 * @param top where the gap above the first row starts
 */
export function phoneRows(
  nodes: readonly FlowNode[],
  top: number,
  options: ReadingOptions,
): readonly FlowRow[] {
  if (nodes.length === 0) return [];
  return rowsOfTree(readingTree(nodes, options), top, options.windowWidth * STEP_GAP_RATIO);
}

function rowsOfTree(tree: ReadingTree<FlowNode>, top: number, stepGap: number): readonly FlowRow[] {
  let end = top;
  const below = (parts: readonly ReadingTree<FlowNode>[], minGap: number): readonly FlowRow[] =>
    parts.flatMap((part, index) => {
      const [first, ...rest] = rowsOfTree(part, end, stepGap);
      end = Math.max(end, ...itemsOf(part).map(bottomOf));
      if (!first) return [];
      return [{ ...first, gap: index === 0 ? first.gap : Math.max(minGap, first.gap) }, ...rest];
    });
  switch (tree.kind) {
    case 'one':
      return [rowOf([tree.item], top)];
    case 'overlapping':
      return [rowOf(tree.items, top)];
    case 'rows':
      return below(tree.parts, 0);
    case 'steps':
      return below(tree.parts, stepGap);
    case 'columns':
      return [
        rowOf(
          tree.parts.map((part) => columnOf(part, stepGap)),
          top,
        ),
      ];
  }
}

function rowOf(nodes: readonly FlowNode[], top: number): FlowRow {
  return { gap: Math.max(0, Math.min(...nodes.map(({ y }) => y)) - top), nodes };
}

function columnOf(tree: ReadingTree<FlowNode>, stepGap: number): FlowNode {
  if (tree.kind === 'one') return tree.item;
  const box = unionBoxes(itemsOf(tree)) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { kind: 'stack', rows: rowsOfTree(tree, box.y, stepGap), ...box };
}
