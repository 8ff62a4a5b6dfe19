import { type Block, isSection } from '../model/Block.ts';
import type { Change } from '../model/Change.ts';
import { groupOrderOf } from './PageLayout.ts';
import { withPosition } from './blockPosition.ts';
import { roundLength } from '../model/Position.ts';

/** How many are remembered: those that were removed last. */
const MAX_PARENTS = 1000;

/**
 * The sections and groups that are no longer on the page, as they last were: undo restores a block
 * although someone else has removed or dissolved what it was in.
 */
export class FormerParents {
  /** The one that was removed last comes last. */
  private readonly parents = new Map<string, Block>();

  /** Remembers a block that is removed from the page, if it is a section or group. */
  remember(block: Block): void {
    if (block.type !== 'group') return;
    this.parents.delete(block.uuid);
    this.parents.set(block.uuid, block);
    if (this.parents.size <= MAX_PARENTS) return;
    const [oldest = ''] = this.parents.keys();
    this.parents.delete(oldest);
  }

  clear(): void {
    this.parents.clear();
  }

  /**
   * A block that would be in a section or group which no longer exists: in the nearest one around it
   * that does, where it was on the page, or in the section that is nearest in their order. The same
   * block if there is none, or its parent exists.
   *
   * @param change restores the block, and would move its groups, which fit what they contain
   * @param blocks those of the page
   */
  placed(block: Block, change: Change, blocks: ReadonlyMap<string, Block>): Block {
    const exists = (uuid: string): boolean => blocks.has(uuid) || Object.hasOwn(change.added, uuid);
    let { parentUuid } = block;
    if (parentUuid === undefined || exists(parentUuid)) return block;
    let { x, y } = block.position;
    for (let at: string | undefined = parentUuid; at !== undefined && !exists(at);) {
      const [from, to]: readonly Block[] = change.updated[at] ?? [];
      if (!from || !to || isSection(from)) break;
      x += to.position.x - from.position.x;
      y += to.position.y - from.position.y;
      at = from.parentUuid;
    }
    // A group can have been moved into one that was inside of it.
    const passed = new Set<string>();
    while (!exists(parentUuid)) {
      const parent: Block | undefined = passed.has(parentUuid)
        ? undefined
        : this.parents.get(parentUuid);
      if (!parent) return block;
      passed.add(parentUuid);
      const next: string | undefined = parent.parentUuid ?? nearestSection(parent, blocks);
      if (next === undefined) return block;
      if (!isSection(parent)) {
        x += parent.position.x;
        y += parent.position.y;
      }
      parentUuid = next;
    }
    return { ...withPosition(block, { x: roundLength(x), y: roundLength(y) }), parentUuid };
  }
}

function nearestSection(former: Block, blocks: ReadonlyMap<string, Block>): string | undefined {
  const distance = (section: Block): number =>
    Math.abs(groupOrderOf(section) - groupOrderOf(former));
  let found: Block | undefined;
  for (const block of blocks.values())
    if (isSection(block) && !(found && distance(found) <= distance(block))) found = block;
  return found?.uuid;
}
