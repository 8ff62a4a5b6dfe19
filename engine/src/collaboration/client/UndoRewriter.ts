import type { Block } from '../../model/Block.ts';
import { editBetween } from '../../model/blockEdit.ts';
import { type Change, EMPTY_CHANGE } from '../../model/Change.ts';
import { equalJson } from '../../model/json.ts';
import { diffValues } from '../../model/values.ts';

/**
 * Keeps the undo history consistent with the page: compares each committed change with what the room
 * did, and reports the difference, so that undo reverts what really happened.
 */
export class UndoRewriter {
  /** Committed changes by the mid of their op. */
  private readonly byMid = new Map<number, Change>();
  private readonly onDiffers: (committed: Change, applied: Change) => void;

  /** @param onDiffers the room applied a different change from the one committed */
  constructor(onDiffers: (committed: Change, applied: Change) => void) {
    this.onDiffers = onDiffers;
  }

  /** Tracks the op of a change. `mid` is null if it has none; the room then applies none of it. */
  track(committed: Change, mid: number | null): void {
    if (mid === null) this.onDiffers(committed, EMPTY_CHANGE);
    else this.byMid.set(mid, committed);
  }

  /** Called with the actual effect of an op; empty if the op was rejected. */
  applied(mid: number, change: Change): void {
    const committed = this.byMid.get(mid);
    if (!committed) return;
    this.byMid.delete(mid);
    if (!hasSameEffect(committed, change)) this.onDiffers(committed, change);
  }

  /** Stops tracking ops up to a mid: a whole page arrived, and their effects are unknown. */
  untrack(lastMid: number): void {
    for (const mid of this.byMid.keys()) if (mid <= lastMid) this.byMid.delete(mid);
  }
}

/** Whether two changes make the same edits. Their URLs may differ, as after an upload. */
function hasSameEffect(a: Change, b: Change): boolean {
  return (
    hasSameKeys(a.updated, b.updated) &&
    Object.entries(a.updated).every(([uuid, pair]) => {
      const other = b.updated[uuid];
      return other !== undefined && equalJson(editOf(...pair), editOf(...other));
    }) &&
    hasSameBlocks(a.added, b.added) &&
    hasSameBlocks(a.removed, b.removed) &&
    equalJson(fieldEdits(a), fieldEdits(b))
  );
}

function editOf(from: Block, to: Block): unknown {
  const { values, ...rest } = editBetween(from, to);
  return { ...rest, values: values.filter(({ path }) => !isUrl(path)) };
}

function hasSameBlocks(a: Change['added'], b: Change['added']): boolean {
  return (
    hasSameKeys(a, b) &&
    Object.entries(a).every(([uuid, block]) => {
      const other = b[uuid];
      return (
        other !== undefined &&
        (other === block || diffValues(block, other).every(({ path }) => isUrl(path)))
      );
    })
  );
}

function isUrl(path: readonly string[]): boolean {
  return path.length === 2 && path[0] === 'content' && path[1] === 'url';
}

function fieldEdits({ page }: Change): unknown {
  return page ? diffValues(page.from, page.to) : [];
}

function hasSameKeys(a: object, b: object): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key));
}
