import type { Kit } from '../blocks/Kit.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import type { Block, Things } from '../model/Block.ts';
import { checkBlock } from '../parsing/checkBlock.ts';
import { checkTree } from '../parsing/checkTree.ts';
import { pageProblem } from '../parsing/pageProblem.ts';

/** Id of a stand-in for the missing parents. Block ids never start with a hyphen. */
const STAND_IN_ID = '-elsewhere';

const standIn: Block = {
  uuid: STAND_IN_ID,
  type: 'group',
  position: { x: 0, y: 0, width: 1, height: 1, rotationDeg: 0, zIndex: GEOMETRY.medianZIndex },
  properties: {},
  styles: {},
  content: {},
};

/**
 * Checks blocks outside of a page: each against its definition, and all of them as a tree. Blocks
 * whose parent is missing count as children of a stand-in section.
 *
 * @returns the same blocks, parents before their children
 * @throws CobbleError with `details.path`, such as `blocks.3.content.url`
 */
export function checkBlocks(values: readonly unknown[], kits: readonly Kit[]): readonly Block[] {
  const blocks = new Map<string, Block>();
  values.forEach((value, index) => {
    const path = ['blocks', String(index)];
    const problem = checkBlock(value, path);
    if (problem) throw problem;
    const block = value as Block;
    if (blocks.has(block.uuid)) throw pageProblem([...path, 'uuid'], 'is used by another block');
    blocks.set(block.uuid, block);
  });
  const problem = checkTree(withStandIn(blocks), kits);
  if (problem) throw problem;
  return parentsFirst(blocks);
}

function withStandIn(blocks: ReadonlyMap<string, Block>): Things {
  const things: Record<string, Block> = { [STAND_IN_ID]: standIn };
  for (const [uuid, block] of blocks) {
    const isParentMissing = block.parentUuid !== undefined && !blocks.has(block.parentUuid);
    things[uuid] = isParentMissing ? { ...block, parentUuid: STAND_IN_ID } : block;
  }
  return things;
}

/** Moves parents before their children and otherwise keeps the order, which is the paint order. */
function parentsFirst(blocks: ReadonlyMap<string, Block>): readonly Block[] {
  const ordered = new Set<Block>();
  const add = (block: Block): void => {
    if (ordered.has(block)) return;
    const parent = blocks.get(block.parentUuid ?? '');
    if (parent) add(parent);
    ordered.add(block);
  };
  for (const block of blocks.values()) add(block);
  return [...ordered];
}
