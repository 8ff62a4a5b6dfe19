import type { Block } from '../../model/Block.ts';
import { editBetween } from '../../model/blockEdit.ts';
import { type Change, EMPTY_CHANGE } from '../../model/Change.ts';
import { squashChanges } from '../../model/changes.ts';
import { equalJson } from '../../model/equalJson.ts';
import { diffValues } from '../../model/values.ts';

/** A committed change on its way: the ops that it was made into, and what those have done so far. */
interface Deed {
  readonly committed: Change;
  readonly waiting: Set<number>;
  readonly done: Change[];
}

/**
 * Remembers what each op of one's own was to do until the room has done it. Where that was something
 * else, as the page had moved on, whoever keeps a history is told, so that undo takes back what was.
 */
export class OwnDeeds {
  private readonly deeds = new Map<number, Deed>();
  private readonly onAmended: (committed: Change, done: Change) => void;

  constructor(onAmended: (committed: Change, done: Change) => void) {
    this.onAmended = onAmended;
  }

  /** A change was made into ops; into none: nothing of it may be done. */
  begin(committed: Change, mids: readonly number[]): void {
    if (mids.length === 0) this.onAmended(committed, EMPTY_CHANGE);
    const deed = { committed, waiting: new Set(mids), done: [] };
    for (const mid of mids) this.deeds.set(mid, deed);
  }

  /** An op has done this to the page. */
  done(mid: number, change: Change): void {
    const deed = this.deeds.get(mid);
    if (!deed) return;
    this.deeds.delete(mid);
    deed.waiting.delete(mid);
    deed.done.push(change);
    if (deed.waiting.size > 0) return;
    const all = deed.done.length === 1 ? change : squashChanges(deed.done);
    if (!isSameDeed(deed.committed, all)) this.onAmended(deed.committed, all);
  }

  /** What ops up to one have done is not to be learned any more. */
  forget(lastMid: number): void {
    for (const mid of this.deeds.keys()) if (mid <= lastMid) this.deeds.delete(mid);
  }
}

/** Whether two changes do the same: what they leave alone may differ, and an upload's address. */
function isSameDeed(a: Change, b: Change): boolean {
  return (
    hasSameKeys(a.updated, b.updated) &&
    Object.entries(a.updated).every(([uuid, pair]) => {
      const other = b.updated[uuid];
      return other !== undefined && equalJson(deedOf(...pair), deedOf(...other));
    }) &&
    isSameBlocks(a.added, b.added) &&
    isSameBlocks(a.removed, b.removed) &&
    equalJson(fieldsOf(a), fieldsOf(b))
  );
}

function deedOf(from: Block, to: Block): unknown {
  const { values, ...rest } = editBetween(from, to);
  return { ...rest, values: values.filter(({ path }) => !isUrl(path)) };
}

function isSameBlocks(a: Change['added'], b: Change['added']): boolean {
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

function fieldsOf({ page }: Change): unknown {
  return page ? diffValues(page.from, page.to) : [];
}

function hasSameKeys(a: object, b: object): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key));
}
