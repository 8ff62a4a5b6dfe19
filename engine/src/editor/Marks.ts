import type { Block } from '../model/Block.ts';
import { applyEdit, editBetween } from '../model/blockEdit.ts';
import { deepFreeze } from '../model/json.ts';
import type { PageFields } from '../model/Page.ts';

/** Records by id; undefined for a block that did not exist. */
type Records = Map<string, Block | undefined>;

/**
 * The in-progress page at an earlier moment of the edit: its fields, and the previous values of the
 * records written since.
 */
interface Mark {
  readonly records: Records;
  fields: PageFields;
}

/** A block's stable record before another user's change, its in-progress and its new stable one. */
type RemoteEdit = Record<'previous' | 'shown' | 'to', Block | undefined>;

/**
 * The moments that the in-progress edit can return to: its marks, and the start of the running
 * command. Other users' changes of the page are applied to the marks too.
 */
export class Marks {
  private readonly marks: Mark[] = [];
  /** Previous values of the records that the running command, or the edit since a mark, has written. */
  private journal: Records | null = null;

  /** Adds a mark here. */
  push(fields: PageFields): void {
    const mark: Mark = { records: new Map(), fields };
    this.marks.push(mark);
    this.journal = mark.records;
  }

  /** Drops the latest mark. */
  pop(): Mark | undefined {
    const mark = this.marks.pop();
    this.journal = this.marks.at(-1)?.records ?? null;
    return mark;
  }

  /** Drops the latest mark. What was written since then counts as written since the one before. */
  release(): Mark | undefined {
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
    const outer = this.journal;
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
      else rollBack(records);
    }
  }

  /** Must be called for each write, with the record that it replaces. */
  record(uuid: string, previous: Block | undefined): void {
    if (this.journal && !this.journal.has(uuid)) this.journal.set(uuid, previous);
  }

  /** Does work whose writes are not recorded. */
  unrecorded(work: () => void): void {
    const { journal } = this;
    this.journal = null;
    work();
    this.journal = journal;
  }

  /** Replaces the page fields of all marks. */
  replaceFields(replace: (fields: PageFields) => PageFields): void {
    for (const mark of this.marks) mark.fields = deepFreeze(replace(mark.fields));
  }

  /** Replaces a block's record in all marks that have one. */
  replaceBlock(uuid: string, replace: (block: Block) => Block): void {
    for (const { records } of this.marks) {
      const marked = records.get(uuid);
      if (marked) records.set(uuid, deepFreeze(replace(marked)));
    }
  }

  /** Applies another user's change of a block to its records. */
  applyRemoteBlock(uuid: string, { previous, shown, to }: RemoteEdit): void {
    for (const { records } of this.marks) {
      if (!records.has(uuid)) continue;
      const marked = records.get(uuid);
      // A removed block that is still shown disappears when the edit ends.
      if (!to && !shown) records.set(uuid, undefined);
      else if (to && marked && previous)
        records.set(uuid, deepFreeze(applyEdit(to, editBetween(previous, marked))));
      else if (to && !previous) records.set(uuid, to);
    }
  }

  private recordAll(records: Records): void {
    for (const [uuid, previous] of records) this.record(uuid, previous);
  }
}
