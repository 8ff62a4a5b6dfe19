import type { Block } from '../model/Block.ts';

/** The two copies of a page, as far as the mending of the upper one needs them. */
export interface OverlaidBlocks {
  /** As shown: the stable page with what is in progress laid over it. */
  readonly shown: ReadonlyMap<string, Block>;
  /** What is in progress, as it stands on the stable page; undefined: it is not there. */
  readonly touched: ReadonlyMap<string, Block | undefined>;
  /** Shows another record of a block, or none. */
  readonly show: (uuid: string, block: Block | undefined) => void;
  /** Takes a block away as if what is in progress had done so. */
  readonly takeAway: (uuid: string) => void;
}

/**
 * After the stable page was changed by someone else below what is in progress: what is in progress
 * gives way wherever the two together would be no tree. A block that was being moved into what is
 * gone, or into itself by now, goes back to where the stable page has it; what someone has put into
 * a group that is being removed here goes with it.
 *
 * @param changed ids of what someone else has put
 */
export function repairOverlay(blocks: OverlaidBlocks, changed: Iterable<string>): void {
  const { shown, touched } = blocks;
  let suspects = new Set([...touched.keys(), ...changed]);
  while (suspects.size > 0) {
    const next = new Set<string>();
    for (const uuid of suspects) {
      const chain = brokenChain(shown, uuid);
      if (!chain) continue;
      const moved = chain.filter((each) => isMovedHere(blocks, each));
      // Nothing of the chain was moved here: its end was taken away here, and so is the block.
      if (moved.length === 0) blocks.takeAway(uuid);
      for (const each of moved) blocks.show(each, touched.get(each));
      for (const each of chain) next.add(each);
    }
    suspects = next;
  }
}

/** From a block upward to where there is nothing, or to where it comes back to itself; null if sound. */
function brokenChain(shown: ReadonlyMap<string, Block>, uuid: string): string[] | null {
  const chain: string[] = [];
  const seen = new Set<string>();
  for (let at: string | undefined = uuid; at !== undefined;) {
    const block: Block | undefined = shown.get(at);
    if (!block) return chain.length > 0 ? chain : null;
    if (seen.has(at)) return chain;
    seen.add(at);
    chain.push(at);
    at = block.parentUuid;
  }
  return null;
}

function isMovedHere({ shown, touched }: OverlaidBlocks, uuid: string): boolean {
  return touched.has(uuid) && touched.get(uuid)?.parentUuid !== shown.get(uuid)?.parentUuid;
}
