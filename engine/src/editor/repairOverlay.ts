import { type Block, isSection } from '../model/Block.ts';
import { applyEdit, editBetween } from '../model/blockEdit.ts';

/** The stable and the in-progress page as {@link repairOverlay} needs them. */
export interface OverlaidBlocks {
  /** The in-progress blocks. */
  readonly shown: ReadonlyMap<string, Block>;
  /**
   * Stable records of the blocks that the in-progress edit has written; undefined if the block is
   * new.
   */
  readonly touched: ReadonlyMap<string, Block | undefined>;
  /** Blocks that the edit has written and that have disappeared with their parent, as last shown. */
  readonly hidden: ReadonlyMap<string, Block>;
  /** Replaces an in-progress record without adding it to the edit. */
  readonly show: (uuid: string, block: Block) => void;
  /** Removes a block that has no parent any more, as part of the in-progress edit. */
  readonly remove: (uuid: string) => void;
}

/**
 * Makes the in-progress page a tree with a section again after a remote change to the stable page. If
 * the edit has removed all sections that are left, they return. A block that the edit moved into a
 * removed parent, or into its own descendants, returns to its stable parent and position; a new one
 * disappears. A block whose parent either the edit or someone else has removed is removed too.
 *
 * @param changed ids of blocks that the remote change added or updated
 */
export function repairOverlay(blocks: OverlaidBlocks, changed: Iterable<string>): void {
  const { shown, touched } = blocks;
  restoreSections(blocks);
  let unchecked = new Set([...touched.keys(), ...changed]);
  while (unchecked.size > 0) {
    const next = new Set<string>();
    for (const uuid of unchecked) {
      const chain = brokenChain(shown, uuid);
      if (!chain) continue;
      const moved = chain.filter((each) => isMovedByEdit(blocks, each));
      if (moved.length === 0) blocks.remove(uuid);
      for (const each of moved) {
        const stable = touched.get(each);
        if (stable) blocks.show(each, withStablePosition(stable, shown.get(each)));
        else blocks.remove(each);
      }
      for (const each of chain) next.add(each);
    }
    unchecked = next;
  }
}

/**
 * If the in-progress page has no section, shows those that the edit has removed, with all that it has
 * removed from them: a removal of the last section would have been refused.
 */
function restoreSections({ shown, touched, hidden, show }: OverlaidBlocks): void {
  const removed = [...touched.values()].filter(
    (block): block is Block => block !== undefined && !shown.has(block.uuid),
  );
  let restored = removed.filter(isSection);
  if (restored.length === 0) return;
  for (const block of shown.values()) if (isSection(block)) return;
  while (restored.length > 0) {
    for (const block of restored)
      show(block.uuid, withStablePosition(block, hidden.get(block.uuid)));
    const parents = new Set<string | undefined>(restored.map(({ uuid }) => uuid));
    restored = removed.filter(({ parentUuid }) => parents.has(parentUuid));
  }
}

/**
 * Returns the ids from a block upwards if they end at a missing block or form a cycle, otherwise
 * null.
 */
function brokenChain(shown: ReadonlyMap<string, Block>, uuid: string): string[] | null {
  const chain: string[] = [];
  const seen = new Set<string>();
  for (let current: string | undefined = uuid; current !== undefined;) {
    const block: Block | undefined = shown.get(current);
    if (!block) return chain.length > 0 ? chain : null;
    if (seen.has(current)) return chain;
    seen.add(current);
    chain.push(current);
    current = block.parentUuid;
  }
  return null;
}

/** Only its parent and position conflict with the remote change: a text typed in the block stays. */
function withStablePosition(stable: Block, shown: Block = stable): Block {
  return applyEdit(stable, { values: editBetween(stable, shown).values });
}

function isMovedByEdit({ shown, touched }: OverlaidBlocks, uuid: string): boolean {
  return touched.has(uuid) && touched.get(uuid)?.parentUuid !== shown.get(uuid)?.parentUuid;
}
