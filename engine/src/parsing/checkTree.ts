import { findDefinition, type Kit } from '../blocks/builtinBlocks.ts';
import { type Block, isSection, MAX_GROUP_DEPTH, type Things } from '../model/Block.ts';
import type { CobbleError } from '../model/CobbleError.ts';
import { pageProblem } from './pageProblem.ts';

/**
 * Validates the tree of blocks: keys are uuids, parents exist and can have children, there are no
 * cycles, groups are nested at most MAX_GROUP_DEPTH deep, every block is in a section, and there is
 * at least one section.
 *
 * @returns the first problem, or null
 */
export function checkTree(things: Things, kits: readonly Kit[] = []): CobbleError | null {
  let sections = 0;
  const visited: Visited = { depths: new Map(), parents: new Set() };
  let lastParent: string | undefined;
  for (const key in things) {
    const block = things[key];
    if (!block) continue;
    if (block.uuid !== key) return pageProblem(['things', key, 'uuid'], 'must equal its key');
    if (isSection(block)) sections += 1;
    // Nearly always the parent is that of the previous block, which has just been checked.
    if (block.parentUuid !== undefined && block.parentUuid === lastParent) continue;
    const problem = hasVisitedParent(block, visited)
      ? null
      : checkParents(block, things, kits, visited);
    if (problem) return problem;
    lastParent = block.parentUuid;
  }
  return sections > 0 ? null : pageProblem(['things'], 'must contain at least one section');
}

/** Results for the blocks visited so far. */
interface Visited {
  /** The number of ancestors by uuid. */
  readonly depths: Map<string, number>;
  /** The uuids of blocks that can have children. */
  readonly parents: Set<string>;
}

/** The common case: the parent has been visited, so there is no need to walk up the tree. */
function hasVisitedParent({ parentUuid }: Block, { depths, parents }: Visited): boolean {
  if (parentUuid === undefined || !parents.has(parentUuid)) return false;
  const above = depths.get(parentUuid);
  return above !== undefined && above < MAX_GROUP_DEPTH;
}

function checkParents(
  block: Block,
  things: Things,
  kits: readonly Kit[],
  { depths, parents }: Visited,
): CobbleError | null {
  const path = (uuid: string): string[] => ['things', uuid, 'parentUuid'];
  const chain: string[] = [];
  let depth = 0;
  for (let current: Block = block; ;) {
    const known = depths.get(current.uuid);
    if (known !== undefined) {
      depth = known + 1;
      break;
    }
    chain.push(current.uuid);
    if (chain.length > MAX_GROUP_DEPTH + 1)
      return pageProblem(path(block.uuid), 'must not be its own ancestor or be nested too deeply');
    const { uuid, parentUuid } = current;
    if (parentUuid === undefined) {
      if (isSection(current)) break;
      return pageProblem(path(uuid), 'must be the id of a section or group');
    }
    const parent = Object.hasOwn(things, parentUuid) ? things[parentUuid] : undefined;
    if (!parent) return pageProblem(path(uuid), 'must be a block of the page');
    if (!findDefinition(parent, kits)?.capabilities.containsBlocks)
      return pageProblem(path(uuid), 'must be a section or group');
    parents.add(parent.uuid);
    current = parent;
  }
  for (const uuid of chain.reverse()) depths.set(uuid, depth++);
  return depth > MAX_GROUP_DEPTH + 1
    ? pageProblem(path(block.uuid), 'must not be nested too deeply')
    : null;
}
