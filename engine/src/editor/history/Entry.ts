import type { Block } from '../../model/Block.ts';
import { type Change, EMPTY_CHANGE, invertChange, isEmptyChange } from '../../model/Change.ts';
import { equalJson } from '../../model/json.ts';
import type { NamedEdit } from '../../model/NamedEdit.ts';
import { addedOnlyBy, combineChanges, moveEnds, sharedPart } from './combineChanges.ts';
import { dependsOn } from './dependsOn.ts';
import { type EntryPositions, withPositions } from './EntryPositions.ts';

/**
 * The kind of edit: the whole page was replaced, its fields were patched, a section was sliced, or
 * blocks ("things") were edited.
 */
export type HistoryEntryType = 'Full' | 'Patch' | 'Slice' | 'Things';

/** A committed edit, with the selection before and after it. */
export interface CommittedEdit {
  /** Unique in its editor; increases. */
  readonly id: number;
  readonly type: HistoryEntryType;
  /** The label passed to `begin` or `run`; null if there was none. */
  readonly label: string | null;
  /** When the edit began, in ms since 1970. */
  readonly time: number;
  /** The object that was reported for it. */
  readonly change: Change;
  /** Those of its commands that edited the whole page or a section. */
  readonly edits: readonly NamedEdit[];
  /**
   * The heights of the sections that have grown to fit their contents, as they were before that, in
   * units, by section: without growing, the edit would have left them so.
   */
  readonly heightsBeforeGrowth: Readonly<Record<string, number>>;
  readonly selectionBefore: readonly string[];
  readonly selectionAfter: readonly string[];
}

/** The edit of an entry, or an undo or redo of it, as it was made. */
interface NewStep {
  /** `older` for an undo or redo of an older entry, which changes what an undo of this one has left. */
  readonly kind: 'edit' | 'undo' | 'redo' | 'older';
  /** The change that the editor reported for it. The room may do something else. */
  readonly reported: Change;
  /** The inverse of what it does; null to compute that when it is needed. */
  inverse: Change | null;
  /**
   * Of an undo: what it leaves because those blocks are not on the page now, although they may return.
   */
  readonly absent?: Change | null;
  /** Increases with each step in the history. */
  readonly serial: number;
  /** The serial number of the newest edit before: what was undone before that may not be redone. */
  readonly newestEdit: number;
}

interface Step extends NewStep {
  /** What it does to the page, as far as is known. */
  effect: Change;
  /** What the older entry had in effect before its step; null for other steps. */
  readonly replaced: Change | null;
  /** How many steps of the entry had been amended when this one was made. */
  amendments: number;
  /** Whether what it leaves undone may not be redone. */
  isCleared: boolean;
  /** How often the room has permanently rejected an undo or redo of the state after this step. */
  rejections: number;
  /** The state of the entry after this step. */
  after: EntryState;
}

/** What the steps of an entry have led to. */
interface EntryState {
  /** The newest step, apart from those of older entries; null if there is none. */
  readonly by: Step | null;
  /** The part of the entry that is in effect, which undo reverts. */
  readonly done: Change;
  /** The part that redo applies: it leads to all of the entry. */
  readonly undone: Change;
  /** Whether `done` is not empty. */
  readonly isDone: boolean;
  /** Whether `undone` is not empty. */
  readonly isUndone: boolean;
}

const NO_IDS: ReadonlySet<string> = new Set();
const NOTHING = newState(null, EMPTY_CHANGE, EMPTY_CHANGE);

/**
 * An entry of the history: an edit and its undos and redos, each with what the room has done about
 * it. Usually all of it is in effect or nothing. But if the room rejects a part of these steps, an
 * undo reverts the rest only to what the rejected part had left, and so a part stays in effect.
 */
export class Entry {
  /** As it was made, but `heightsBeforeGrowth` is what it would be without the forgotten blocks. */
  edit: CommittedEdit;
  /** Where the history, which knows the page, has put it. */
  place: 'done' | 'undone' | 'hidden' = 'done';
  /** Whether an undo has found that nothing of it is in effect. */
  isOverwritten = false;
  private readonly editSerial: number;
  /** The state before the first of `steps`. */
  private base: EntryState = NOTHING;
  /**
   * The steps that the room may still reject, and the newest of those before. Null as long as there is
   * only the edit: most entries are never undone.
   */
  private made: Step[] | null = null;
  private amendments = 0;
  private forgotten: ReadonlySet<string> = NO_IDS;
  /** The positions that were replaced, each with the serial number of the newest step then. */
  private corrections: { readonly positions: EntryPositions; readonly serial: number }[] | null =
    null;
  /** The reported changes of the steps of older entries. */
  private followed: Set<Change> | null = null;

  /** @param serial increases with each step in the history */
  constructor(edit: CommittedEdit, serial: number) {
    this.edit = edit;
    this.editSerial = serial;
  }

  /** The part that is in effect, which undo reverts. */
  get done(): Change {
    return this.made ? this.state.done : this.edit.change;
  }

  /** The part that is undone, which redo applies. */
  get undone(): Change {
    return this.made ? this.state.undone : EMPTY_CHANGE;
  }

  /** Whether a part of it is in effect, as far as its steps go. */
  get isDone(): boolean {
    return this.made ? this.state.isDone : true;
  }

  /** Whether a part of it is undone. */
  get isUndone(): boolean {
    return this.made !== null && this.state.isUndone;
  }

  /** Whether its newest step is an undo, after which the page decides what is in effect. */
  get isReverted(): boolean {
    return this.made !== null && this.state.by?.kind === 'undo';
  }

  /** The newest change that was reported for it: of its edit, undo or redo. */
  get reported(): Change {
    return this.made ? (this.state.by?.reported ?? EMPTY_CHANGE) : this.edit.change;
  }

  /** The serial number of the newest step. */
  get serial(): number {
    return this.made ? (this.state.by?.serial ?? 0) : this.editSerial;
  }

  /** Whether what is undone may not be redone. */
  get isCleared(): boolean {
    return this.made !== null && this.state.by?.isCleared === true;
  }

  /** Whether its newest step is a redo. */
  get isRedone(): boolean {
    return this.made !== null && this.state.by?.kind === 'redo';
  }

  /** Whether an undo has left a part of it. */
  get hasPart(): boolean {
    return this.isReverted && this.isDone;
  }

  /** How often the room has permanently rejected an undo or redo since its newest step. */
  get rejections(): number {
    return this.made ? (this.state.by?.rejections ?? 0) : 0;
  }

  /** Whether its edit, or an undo or redo of it, was reported as this change. */
  has(reported: Change): boolean {
    return this.made
      ? this.made.some((step) => step.reported === reported && step.kind !== 'older')
      : this.edit.change === reported;
  }

  /** Whether it follows an undo or redo of an older entry that was reported as this change. */
  follows(reported: Change): boolean {
    return this.followed?.has(reported) ?? false;
  }

  /** Adds an undo or redo. */
  add(step: NewStep): void {
    this.steps.push(this.withState(step, this.state));
  }

  /**
   * Follows the undos and redos of entries that are older than this one, made since its newest step. An
   * undo of them may replace a value that is left of this entry by an even older one, which only this
   * entry can then turn back into what others wrote between the two. And what this entry had replaced is
   * no more, if the older one had written it (docs/decisions/0175).
   */
  follow(others: readonly Entry[]): void {
    const { done, serial, steps } = this;
    const older = others.filter(({ edit }) => edit.id < this.edit.id);
    const made = older.flatMap((other) =>
      (other.made ?? []).map((step, at) => ({ step, before: other.stateBefore(at) })),
    );
    made.sort((a, b) => a.step.serial - b.step.serial);
    for (const { step, before } of made) {
      const { kind, reported, effect, newestEdit } = step;
      const isReplay = kind === 'undo' || kind === 'redo';
      if (!isReplay || step.serial <= serial || this.follows(reported)) continue;
      if (!dependsOn(done, effect)) continue;
      const replaced = kind === 'undo' ? before.done : EMPTY_CHANGE;
      const next = steps.findIndex((each) => each.serial > step.serial);
      const at = next < 0 ? steps.length : next;
      const replay = { kind: 'older', reported, inverse: null, newestEdit } as const;
      const followed = { ...replay, serial: step.serial };
      steps.splice(at, 0, this.withState(followed, this.stateBefore(at), { effect, replaced }));
      this.compute(at + 1);
      (this.followed ??= new Set()).add(reported);
    }
  }

  /**
   * Called when an undo or redo was shared: what the room client has amended meanwhile was known when
   * it was made. Does nothing if the client has rejected it at once.
   */
  confirm(reported: Change): void {
    const step = this.steps.at(-1);
    if (step?.reported !== reported || step.amendments === this.amendments) return;
    step.amendments = this.amendments;
    this.compute(this.steps.length - 1);
  }

  /** Makes sure that it cannot be redone. */
  clear(): void {
    const { by } = this.state;
    if (by) by.isCleared = true;
  }

  /** Counts a permanent rejection of a step, which is about to be amended. */
  countRejection(reported: Change): void {
    const at = this.steps.findIndex((step) => step.reported === reported);
    const { by } = this.stateBefore(at);
    if (at >= 0 && by) by.rejections += 1;
  }

  /**
   * Replaces the effect of a step; one without effect is removed.
   *
   * @returns the effect that was known before; null if no step was reported as this change
   */
  amend(reported: Change, applied: Change): Change | null {
    const at = this.steps.findIndex((step) => step.reported === reported);
    const step = this.steps[at];
    if (!step) return null;
    const known = step.effect;
    const effect = this.corrected(step, withoutBlocks(applied, this.forgotten));
    const isFirst = this.steps.at(-1)?.amendments === this.amendments;
    if (step.kind !== 'older') this.amendments += 1;
    if (isEmptyChange(effect)) this.steps.splice(at, 1);
    else Object.assign(step, { effect, inverse: null });
    this.compute(at, !isFirst);
    return known;
  }

  /** Drops the steps that the room cannot reject any more, except for the newest of them. */
  dropDecided(isDecided: (reported: Change) => boolean): void {
    if (!this.made || this.made.length < 2) return;
    const undecided = this.made.findIndex(({ reported }) => !isDecided(reported));
    const decided = undecided < 0 ? this.made.length : undecided;
    if (decided < 2) return;
    this.base = this.made[decided - 2]?.after ?? NOTHING;
    this.made.splice(0, decided - 1);
  }

  /** All changes that it keeps: what is done and undone, and the steps from the newest on. */
  get changes(): readonly Change[] {
    const { base } = this;
    const effects = (this.made ?? []).map(({ effect }) => effect).reverse();
    return [this.done, this.undone, ...effects, base.done, base.undone];
  }

  /** The records of one block, those of the newest step first. */
  *recordsOf(uuid: string): Iterable<Block> {
    for (const change of this.changes) {
      // A host may ask for any id, also for one that objects inherit.
      if (!concerns(change, uuid)) continue;
      const [from, to] = change.updated[uuid] ?? [];
      for (const block of [to, from, change.added[uuid], change.removed[uuid]])
        if (block) yield block;
    }
  }

  /** Rewrites the records of one block in all changes. */
  rewrite(uuid: string, rewritten: (change: Change) => Change): void {
    const replace = (change: Change): Change =>
      concerns(change, uuid) ? rewritten(change) : change;
    if (!this.made && !concerns(this.edit.change, uuid)) return;
    for (const step of this.steps) {
      const { absent, replaced } = step;
      Object.assign(step, {
        ...(absent ? { absent: replace(absent) } : {}),
        replaced: replaced && replace(replaced),
      });
    }
    this.replaceAll(replace, ({ effect }) => replace(effect));
  }

  /**
   * Replaces positions, also in what the room will have done, apart from those that older entries have
   * replaced.
   */
  setPositions(positions: EntryPositions): void {
    this.edit = { ...this.edit, heightsBeforeGrowth: positions.beforeGrowth };
    (this.corrections ??= []).push({ positions, serial: this.serial });
    const replace = (change: Change): Change => withPositions(change, positions);
    this.replaceAll(replace, (step) => inEffect(step, replace));
  }

  /**
   * Drops the records of one block, also of what the room will have done. Returns whether it had
   * any.
   */
  forget(uuid: string): boolean {
    if (!this.made && !concerns(this.edit.change, uuid)) return false;
    const isConcerned = this.changes.some((change) => concerns(change, uuid));
    this.forgotten = new Set(this.forgotten).add(uuid);
    this.rewrite(uuid, (change) => withoutBlocks(change, this.forgotten));
    return isConcerned;
  }

  private replaceAll(replace: (change: Change) => Change, effectOf: (step: Step) => Change): void {
    const { by, done, undone } = this.base;
    this.base = newState(by, replace(done), replace(undone));
    this.made = this.steps.filter((step) => {
      const effect = effectOf(step);
      if (effect !== step.effect) Object.assign(step, { effect, inverse: null });
      return !isEmptyChange(effect);
    });
    this.compute(0);
  }

  /** What the room has done in a step, with the positions that were replaced since the step. */
  private corrected({ kind, serial }: Step, applied: Change): Change {
    let effect = applied;
    for (const { positions, serial: newest } of this.corrections ?? [])
      if (serial <= newest)
        effect = inEffect({ kind, effect }, (change) => withPositions(change, positions));
    return effect;
  }

  /** The state before the step at an index. */
  private stateBefore(at: number): EntryState {
    return this.made?.[at - 1]?.after ?? this.base;
  }

  private get state(): EntryState {
    return this.steps.at(-1)?.after ?? this.base;
  }

  private get steps(): Step[] {
    const { edit, editSerial: serial } = this;
    const step = { reported: edit.change, inverse: null, serial, newestEdit: serial };
    this.made ??= [this.withState({ kind: 'edit', ...step }, NOTHING)];
    return this.made;
  }

  private withState(
    made: NewStep,
    before: EntryState,
    followed?: Pick<Step, 'effect' | 'replaced'>,
  ): Step {
    const { amendments } = this;
    const { effect, replaced } = followed ?? { effect: made.reported, replaced: null };
    const rest = { effect, replaced, amendments, isCleared: false, rejections: 0, after: NOTHING };
    const step: Step = { ...made, ...rest };
    step.after = this.stateAfter(step, before);
    return step;
  }

  /**
   * Computes the states from a step on.
   *
   * @param untilSame whether the states after one that has not changed are correct
   */
  private compute(from: number, untilSame = false): void {
    for (let at = from; at < this.steps.length; at++) {
      const step = this.steps[at];
      if (!step) return;
      const after = this.stateAfter(step, this.stateBefore(at));
      const isSame =
        untilSame &&
        equalJson(after.done, step.after.done) &&
        equalJson(after.undone, step.after.undone);
      if (isSame) return;
      step.after = after;
    }
  }

  private stateAfter(step: Step, { by, done, undone: before }: EntryState): EntryState {
    const { kind, effect } = step;
    if (kind === 'older') {
      const back = invertChange(step.replaced ?? EMPTY_CHANGE);
      return newState(by, moveEnds(done, back, effect), before);
    }
    const isRedoable = by && !by.isCleared && by.serial > step.newestEdit;
    const undone = isRedoable ? before : EMPTY_CHANGE;
    if (kind === 'edit') return newState(step, effect, EMPTY_CHANGE);
    // Without that, the step leaves out only what others had overwritten, and absent blocks.
    const isPartial = step.amendments < this.amendments;
    if (kind === 'undo') {
      step.inverse ??= invertChange(effect);
      const left = isPartial ? leftAfter(step, done) : (step.absent ?? EMPTY_CHANGE);
      // No step is without effect, and counting a thousand records takes time.
      if (undone === EMPTY_CHANGE) return newState(step, left, step.inverse, true);
      return newState(step, left, combineChanges(step.inverse, undone));
    }
    const left = isPartial
      ? combineChanges(sharedPart(invertChange(effect), undone), undone)
      : EMPTY_CHANGE;
    return newState(step, combineChanges(done, effect), left);
  }
}

/**
 * What is in effect after an undo of a change. What only the undo has written is a part of it if it was
 * reported to write that, and so are other blocks that it restores; but not what follows, such as the
 * position of blocks below a section that grows.
 */
function leftAfter({ effect, reported }: Step, done: Change): Change {
  const written = combineChanges(sharedPart(effect, done), sharedPart(effect, reported));
  return combineChanges(combineChanges(done, written), addedOnlyBy(effect, done));
}

function newState(
  by: Step | null,
  done: Change,
  undone: Change,
  isUndone = !isEmptyChange(undone),
): EntryState {
  return { by, done, undone, isDone: !isEmptyChange(done), isUndone };
}

/** Replaces what a step does with the entry's edit: an undo reverts it. */
function inEffect(
  { kind, effect }: Pick<Step, 'kind' | 'effect'>,
  replace: (change: Change) => Change,
): Change {
  if (kind === 'older') return effect;
  return kind === 'undo' ? invertChange(replace(invertChange(effect))) : replace(effect);
}

/** Whether a change has records of a block. */
function concerns({ added, updated, removed }: Change, uuid: string): boolean {
  return [added, updated, removed].some((records) => Object.hasOwn(records, uuid));
}

function withoutBlocks(change: Change, uuids: ReadonlySet<string>): Change {
  if (uuids.size === 0) return change;
  const without = <Records extends object>(records: Records): Records =>
    Object.fromEntries(Object.entries(records).filter(([uuid]) => !uuids.has(uuid))) as Records;
  return {
    ...change,
    added: without(change.added),
    updated: without(change.updated),
    removed: without(change.removed),
  };
}
