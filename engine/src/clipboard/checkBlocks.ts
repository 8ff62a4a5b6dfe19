import type { Kit } from '../blocks/Kit.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import type { Block, Things } from '../model/Block.ts';
import { checkBlock } from '../parsing/checkBlock.ts';
import { checkTree } from '../parsing/checkTree.ts';
import { pageProblem } from '../parsing/pageProblem.ts';

/** Stands for whatever held the blocks on their page; no block can have this id. */
const ELSEWHERE = '-elsewhere';

const elsewhere: Block = {
  uuid: ELSEWHERE,
  type: 'group',
  position: { x: 0, y: 0, width: 1, height: 1, rotationDeg: 0, zIndex: GEOMETRY.medianZIndex },
  properties: {},
  styles: {},
  content: {},
};

/**
 * Checks blocks that are no whole page: each by its definition, and together as a page's, where
 * those whose holder is not among them lie in a section that is elsewhere.
 *
 * @returns the same blocks, parents before what they hold
 * @throws CobbleError with `details.path`, such as `blocks.3.content.url`
 */
export function checkBlocks(values: readonly unknown[], kits: readonly Kit[]): readonly Block[] {
  const blocks = new Map<string, Block>();
  values.forEach((value, place) => {
    const path = ['blocks', String(place)];
    const problem = checkBlock(value, kits, path);
    if (problem) throw problem;
    const block = value as Block;
    if (blocks.has(block.uuid))
      throw pageProblem([...path, 'uuid'], 'stands for another block already');
    blocks.set(block.uuid, block);
  });
  const problem = checkTree(asTree(blocks), kits);
  if (problem) throw problem;
  return parentsFirst(blocks);
}

function asTree(blocks: ReadonlyMap<string, Block>): Things {
  const things: Record<string, Block> = { [ELSEWHERE]: elsewhere };
  for (const [uuid, block] of blocks) {
    const isLoose = block.parentUuid !== undefined && !blocks.has(block.parentUuid);
    things[uuid] = isLoose ? { ...block, parentUuid: ELSEWHERE } : block;
  }
  return things;
}

/** In the order given but for that, as it is the order of painting. */
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
