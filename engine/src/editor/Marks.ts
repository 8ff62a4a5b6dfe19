import type { Block } from '../model/Block.ts';
import { applyEdit, editBetween } from '../model/blockEdit.ts';
import { deepFreeze } from '../model/json.ts';
import type { NamedEdit } from '../model/NamedEdit.ts';
import type { PageFields } from '../model/Page.ts';

/** Records by id; undefined for a block that did not exist. */
type Records = Map<string, Block | undefined>;

/** The in-progress page at an earlier moment of the edit: its fields, and some of its records. */
interface Moment {
  readonly records: Records;
  fields: PageFields;
}

/** A call that a drag repeats: the page before and after it, with the records of all its blocks. */
export interface RepeatableCall<Edit extends NamedEdit = NamedEdit> {
  readonly edit: Edit;
  readonly before: Moment;
  readonly after: Moment;
}

/**
 * Records of a block that another user's change concerns: `previous`, its stable record before that
 * change; `base`, the record that the edit in progress started from (`previous`, or the one before an
 * earlier removal); `shown`, its in-progress record; and `to`, its new stable one.
 */
type RemoteEdit = Record<'previous' | 'base' | 'shown' | 'to', Block | undefined>;

/** Applies what an edit in progress has changed in a block to another user's record of the block. */
export type Rebase = (stable: Block, inProgress: Block, theirs: Block) => Block;

/** Keeps everything that the edit in progress has changed. */
export const keepOwn: Rebase = (stable, inProgress, theirs) =>
  applyEdit(theirs, editBetween(stable, inProgress));

/**
 * The moments that the in-progress edit can return to: its marks, the start of the running command,
 * and that of the latest call that a drag repeats. Other users' changes to the page are applied to
 * them too.
 */
export class Marks {
  /** Each has the previous values of the records written since. */
  private readonly marks: Moment[] = [];
  /** The latest repeatable call of the edit, and the latest since each mark. */
  private readonly calls: (RepeatableCall | null)[] = [null];
  /** Previous values of the records that the running command, or the edit since a mark, has written. */
  private journal: Records | null = null;

  /** Whether there is no moment to return to. */
  get isEmpty(): boolean {
    return this.marks.length === 0 && this.latestCall === null && this.journal === null;
  }

  /** Adds a mark here. */
  push(fields: PageFields): void {
    const mark: Moment = { records: new Map(), fields };
    this.marks.push(mark);
    this.calls.push(null);
    this.journal = mark.records;
  }

  /** Drops the latest mark. */
  pop(): Moment | undefined {
    const mark = this.marks.pop();
    if (mark) this.calls.pop();
    this.journal = this.marks.at(-1)?.records ?? null;
    return mark;
  }

  /** Drops the latest mark. What was written since then counts as written since the one before. */
  release(): Moment | undefined {
    const mark = this.pop();
    if (mark) this.recordAll(mark.records);
    return mark;
  }

  /**
   * Runs a command.
   *
   * @param rollBack called with the previous values of what it has written, if it throws or returns a
   *   refusal
   */
  attempt<Outcome extends { readonly ok: boolean }>(
    command: () => Outcome,
    rollBack: (records: ReadonlyMap<string, Block | undefined>) => void,
  ): Outcome {
    const { journal: outer, latestCall } = this;
    const records: Records = new Map();
    this.journal = records;
    let isDone = false;
    try {
      const outcome = command();
      isDone = outcome.ok;
      return outcome;
    } finally {
      this.journal = outer;
      if (isDone) this.recordAll(records);
      else {
        this.latestCall = latestCall;
        rollBack(records);
      }
    }
  }

  /** The latest repeatable call since the latest mark. */
  get latestCall(): RepeatableCall | null {
    return this.calls.at(-1) ?? null;
  }

  set latestCall(call: RepeatableCall | null) {
    this.calls[this.calls.length - 1] = call;
  }

  /** Must be called for each write, with the record that it replaces. */
  record(uuid: string, previous: Block | undefined): void {
    if (this.journal && !this.journal.has(uuid)) this.journal.set(uuid, previous);
  }

  /** Runs `work` without recording its writes. */
  unrecorded(work: () => void): void {
    const { journal } = this;
    this.journal = null;
    work();
    this.journal = journal;
  }

  /** Replaces the page fields of all moments. */
  replaceFields(replace: (fields: PageFields) => PageFields): void {
    for (const moment of this.moments) moment.fields = deepFreeze(replace(moment.fields));
  }

  /** A block's records in all moments. */
  *recordsOf(uuid: string): Iterable<Block> {
    for (const { records } of this.moments) {
      const marked = records.get(uuid);
      if (marked) yield marked;
    }
  }

  /** Replaces, or removes, a block's record in all moments that have one. */
  replaceBlock(uuid: string, replace: (block: Block) => Block | undefined): void {
    for (const { records } of this.moments) {
      const marked = records.get(uuid);
      const replaced = marked && replace(marked);
      if (marked) records.set(uuid, replaced && deepFreeze(replaced));
    }
  }

  /** Applies another user's change to a block to the block's records. */
  applyRemoteBlock(uuid: string, { previous, base, shown, to }: RemoteEdit, rebase: Rebase): void {
    for (const { records } of this.moments) {
      if (!records.has(uuid)) continue;
      const marked = records.get(uuid);
      // A removed block that is still shown disappears when the edit ends.
      if (!to && !shown) records.set(uuid, undefined);
      else if (to && marked && base) records.set(uuid, deepFreeze(rebase(base, marked, to)));
      else if (to && !previous) records.set(uuid, to);
    }
  }

  private get moments(): readonly Moment[] {
    return [
      ...this.marks,
      ...this.calls.flatMap((call) => (call ? [call.before, call.after] : [])),
    ];
  }

  private recordAll(records: Records): void {
    for (const [uuid, previous] of records) this.record(uuid, previous);
  }
}
