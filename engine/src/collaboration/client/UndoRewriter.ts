import type { Block } from '../../model/Block.ts';
import { editBetween } from '../../model/blockEdit.ts';
import { type Change, EMPTY_CHANGE, squashChanges } from '../../model/Change.ts';
import { equalJson } from '../../model/json.ts';
import { diffValues } from '../../model/values.ts';

/** A committed change, its unacknowledged ops, and what its acknowledged ops did to the page. */
interface TrackedChange {
  readonly committed: Change;
  readonly pendingMids: Set<number>;
  readonly applied: Change[];
}

/**
 * Keeps the undo history true to the page: compares what each committed change was meant to do with
 * what the room did, and reports the difference, so that undo reverts what really happened.
 */
export class UndoRewriter {
  private readonly byMid = new Map<number, TrackedChange>();
  private readonly onDiffers: (committed: Change, applied: Change) => void;

  /** @param onDiffers the room did something else than was committed */
  constructor(onDiffers: (committed: Change, applied: Change) => void) {
    this.onDiffers = onDiffers;
  }

  /** Tracks the ops of a change. Without any op, nothing of the change is applied. */
  track(committed: Change, mids: readonly number[]): void {
    if (mids.length === 0) this.onDiffers(committed, EMPTY_CHANGE);
    const tracked = { committed, pendingMids: new Set(mids), applied: [] };
    for (const mid of mids) this.byMid.set(mid, tracked);
  }

  /** An op has changed the page like this. */
  applied(mid: number, change: Change): void {
    const tracked = this.byMid.get(mid);
    if (!tracked) return;
    this.byMid.delete(mid);
    tracked.pendingMids.delete(mid);
    tracked.applied.push(change);
    if (tracked.pendingMids.size > 0) return;
    const all = tracked.applied.length === 1 ? change : squashChanges(tracked.applied);
    if (!hasSameEffect(tracked.committed, all)) this.onDiffers(tracked.committed, all);
  }

  /** Stops tracking ops up to a mid: a whole page arrived, and their effects are unknown. */
  forget(lastMid: number): void {
    for (const mid of this.byMid.keys()) if (mid <= lastMid) this.byMid.delete(mid);
  }
}

/** Whether two changes edit the same properties alike; addresses of uploads may differ. */
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
