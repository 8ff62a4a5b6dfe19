import type { Block } from '../model/Block.ts';
import { type BlockPlacement, placementOf, withPlacement } from '../model/blockEdit.ts';
import { equalJson } from '../model/json.ts';

/** A block, and its record in the page without the edit in progress; undefined if it is new. */
interface EditedBlock {
  readonly block: Block;
  readonly base: Block | undefined;
  /** How its text changes its size; after a change of that, it starts from where it is. */
  readonly sizing: string;
}

/**
 * Where blocks were before an edit in progress fitted them to their texts, which may have moved them.
 * Without it, each key would start from where the key before has moved the block, and the block would
 * not return when words are deleted.
 *
 * Starts are found by the placement that a text has led to: a block that has been moved meanwhile has
 * another one, and starts from there; one that returns to an earlier record has an earlier one.
 */
export class TextStarts {
  /** Null for the placement of `base`, which follows moves by others. */
  private readonly starts = new Map<string, BlockPlacement | null>();

  /** The block as it was before its text moved and resized it; the block itself if none has. */
  startOf({ block, base, sizing }: EditedBlock): Block {
    const found = this.starts.get(keyOf(block, sizing));
    if (found === undefined) return block;
    if (found) return withPlacement(block, found);
    const isInSameParent = base?.parentUuid === block.parentUuid;
    return base && isInSameParent ? withPlacement(block, placementOf(base)) : block;
  }

  /** Remembers that a block with its text has another placement than it started from. */
  remember({ block, base, sizing }: EditedBlock, fitted: Block): void {
    const start = placementOf(block);
    if (equalJson(start, placementOf(fitted))) return;
    const isBase = base !== undefined && equalJson(start, placementOf(base));
    this.starts.set(keyOf(fitted, sizing), isBase ? null : start);
  }
}

function keyOf(block: Block, sizing: string): string {
  return JSON.stringify([block.uuid, sizing, placementOf(block)]);
}
