import { findDefinition, type Kit } from '../blocks/builtinBlocks.ts';
import type { Block, Things } from './Block.ts';
import type { CobbleError } from './CobbleError.ts';
import { pageProblem } from './pageProblem.ts';

/** How deep groups may lie in groups; far beyond what a person makes, near enough for recursion. */
export const MAX_GROUP_DEPTH = 32;

/** Whether a block is a section: a group without a parent. */
export function isSection(block: Pick<Block, 'type' | 'parentUuid'>): boolean {
  return block.type === 'group' && block.parentUuid === undefined;
}

/**
 * Checks how blocks hold each other: keys are uuids, parents exist and can hold blocks, nothing
 * holds itself, every block lies in a section, and there is a section at least.
 *
 * @returns the first problem, or null
 */
export function checkTree(things: Things, kits: readonly Kit[] = []): CobbleError | null {
  let sections = 0;
  const known: Known = { depths: new Map(), holders: new Set() };
  let last: string | undefined;
  for (const key in things) {
    const block = things[key];
    if (!block) continue;
    if (block.uuid !== key)
      return pageProblem(['things', key, 'uuid'], 'must equal the key that it stands under');
    if (isSection(block)) sections += 1;
    // What lies in the same parent as the block before it needs no walk: that is nearly all.
    if (block.parentUuid !== undefined && block.parentUuid === last) continue;
    const problem = isJustBelow(block, known) ? null : checkParents(block, things, kits, known);
    if (problem) return problem;
    last = block.parentUuid;
  }
  return sections > 0 ? null : pageProblem(['things'], 'must hold at least one section');
}

/** What was found of the blocks looked at so far. */
interface Known {
  /** How many blocks are above one. */
  readonly depths: Map<string, number>;
  /** Those that may hold blocks. */
  readonly holders: Set<string>;
}

/** The common case without a walk: the parent is known. It is thousands of times the same one. */
function isJustBelow({ parentUuid }: Block, { depths, holders }: Known): boolean {
  if (parentUuid === undefined || !holders.has(parentUuid)) return false;
  const above = depths.get(parentUuid);
  return above !== undefined && above < MAX_GROUP_DEPTH;
}

function checkParents(
  block: Block,
  things: Things,
  kits: readonly Kit[],
  { depths, holders }: Known,
): CobbleError | null {
  const path = (uuid: string): string[] => ['things', uuid, 'parentUuid'];
  const chain: string[] = [];
  let depth = 0;
  for (let at: Block = block; ;) {
    const known = depths.get(at.uuid);
    if (known !== undefined) {
      depth = known + 1;
      break;
    }
    chain.push(at.uuid);
    if (chain.length > MAX_GROUP_DEPTH + 1)
      return pageProblem(path(block.uuid), 'must not lie in itself or too deep in groups');
    if (at.parentUuid === undefined) {
      if (isSection(at)) break;
      return pageProblem(path(at.uuid), 'must name the section or group that holds the block');
    }
    const parent = Object.hasOwn(things, at.parentUuid) ? things[at.parentUuid] : undefined;
    if (!parent) return pageProblem(path(at.uuid), 'must be a block of the page');
    if (!findDefinition(parent.type, kits)?.capabilities.holdsBlocks)
      return pageProblem(path(at.uuid), 'must be a section or group');
    holders.add(parent.uuid);
    at = parent;
  }
  for (const uuid of chain.reverse()) depths.set(uuid, depth++);
  return depth > MAX_GROUP_DEPTH + 1
    ? pageProblem(path(block.uuid), 'must not lie too deep in groups')
    : null;
}
