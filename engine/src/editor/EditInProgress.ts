import { runInAction } from 'mobx';
import type { Block } from '../model/Block.ts';
import { conflictingTexts } from '../model/blockEdit.ts';
import {
  type Change,
  changesBlocks,
  freezeChange,
  isEmptyChange,
  squashChanges,
} from '../model/Change.ts';
import type { Environment } from '../model/Environment.ts';
import type { EventQueue, EventSource } from '../model/EventQueue.ts';
import { inputError } from '../model/inputError.ts';
import { equalJson } from '../model/json.ts';
import type { LogCode } from '../model/LogMessage.ts';
import { isReplacedBy, type NamedEdit, NO_EDITS } from '../model/NamedEdit.ts';
import type { Page } from '../model/Page.ts';
import { asyncProblem } from '../model/promises.ts';
import { isRefusal, isSuccess, type Refusal, refuse, type Result } from '../model/Result.ts';
import type { Permissions } from '../permissions/Permissions.ts';
import { plainTextOf } from '../text/plainTextOf.ts';
import type { ChangeOrigin, CommitHook } from './Editor.ts';
import type { EditorRefusal } from './EditorRefusal.ts';
import type { HistoryEntryType } from './history/Entry.ts';
import type { History } from './history/History.ts';
import { refuseLockedSinceBegin } from './locks.ts';
import type { Selection } from './Selection.ts';
import { type SectionGrowth, settle } from './settle.ts';
import { TextStarts } from './TextStarts.ts';

/** What is reported to listeners about a change to the page. */
export type ChangeReport = [change: Change, origin: ChangeOrigin, edits: readonly NamedEdit[]];

type SettledState = Parameters<typeof settle>[0];

/** The state that an edit changes and reports to. */
interface EditedState extends SettledState {
  readonly environment: Environment;
  readonly events: EventQueue;
  readonly history: History;
  readonly permissions: Permissions;
  readonly refused: EventSource<[code: EditorRefusal]>;
  readonly removedByOthers: EventSource<[block: Block]>;
  readonly selection: Selection;
  act<Args extends readonly unknown[], Value>(work: (...args: Args) => Value, ...args: Args): Value;
  holdChanges(): () => readonly ChangeReport[];
  log(code: LogCode, details: Readonly<Record<string, unknown>>): void;
  reportChange(...report: ChangeReport): void;
  reportChanges(reports: readonly ChangeReport[]): void;
  setPublishable(value: boolean): void;
}

/** An edit between `begin` and its end. Ids of edits and steps are unique in an editor. */
interface OpenEdit {
  readonly id: number;
  /** Whether its commit becomes a history entry. */
  readonly isTracked: boolean;
  readonly label: string | null;
  readonly time: number;
  readonly selectionBefore: ReadonlySet<string>;
  /** Blocks whose text the user has typed; null if there are none. */
  typed: Set<string> | null;
  /** Null until a text is fitted in it. */
  textStarts: TextStarts | null;
  readonly steps: { readonly id: number; readonly namedEdits: readonly NamedEdit[] }[];
}

/**
 * The user's edit in progress, of which there is at most one, with its steps and the hooks that are
 * asked before its commit. A command that runs without one is an edit of its own.
 */
export class EditInProgress<State extends EditedState> {
  private readonly state: State;
  /** The edit in progress, or the last one. */
  private open: OpenEdit | null = null;
  private lastId = 0;
  /** How many of the open edits and steps `endStep` may not end, because `run` will. */
  private protectedDepth = 0;
  /** How to end the surrounding edit after a `run`, if the edit's mode ended during the `run`. */
  private endAfterRun: 'commit' | 'cancel' | null = null;
  private namedEdits: readonly NamedEdit[] = NO_EDITS;
  /** How sections have grown with their contents in the commit that is being made. */
  private readonly grown = new Map<string, SectionGrowth>();
  private readonly commitHooks = new Set<{ readonly hook: CommitHook }>();
  private isAskingHooks = false;
  private isSuspended = false;

  constructor(state: State) {
    this.state = state;
  }

  /**
   * Runs a command: as one history entry, or as part of the in-progress edit if there is one. If it
   * refuses or throws, the page stays as it was.
   */
  edit<Args extends readonly unknown[], Value>(
    command: (state: State, ...args: Args) => Result<Value, EditorRefusal>,
    ...args: Args
  ): Result<Value, EditorRefusal> {
    if (!this.state.permissions.canEdit) return refuse('not_permitted');
    // One action: a reaction in between could end the edit, and the rest would never be committed.
    return this.state.act(this.editInAction<Args, Value>, command, args, true);
  }

  /**
   * Runs a command like {@link edit}, as a change that does not enter the history.
   *
   * @param call the call that does so, which a hook may not make
   */
  editOutsideHistory<Args extends readonly unknown[], Value>(
    call: string,
    command: (state: State, ...args: Args) => Result<Value, EditorRefusal>,
    ...args: Args
  ): Result<Value, EditorRefusal> {
    if (!this.state.permissions.canEdit) return refuse('not_permitted');
    this.checkNotAskingHooks(call);
    if (this.isRunningOutsideHistory) return this.edit(command, ...args);
    return this.outsideHistory(() => this.editInAction<Args, Value>(command, args, false));
  }

  private readonly editInAction = <Args extends readonly unknown[], Value>(
    command: (state: State, ...args: Args) => Result<Value, EditorRefusal>,
    args: Args,
    isTracked: boolean,
  ): Result<Value, EditorRefusal> => {
    const { state } = this;
    const { store } = state;
    const isPart = store.isInProgress;
    if (!isPart) this.beginInAction(null, isTracked);
    const named = this.namedEdits;
    let result: Result<Value, EditorRefusal> | null = null;
    try {
      result = isPart ? store.attempt(() => command(state, ...args)) : command(state, ...args);
    } finally {
      if (!result?.ok) {
        this.namedEdits = named;
        if (!isPart) this.cancel();
      }
    }
    const committed = isPart || !result.ok ? null : this.tryCommitInAction();
    return isRefusal(committed) ? committed : result;
  };

  /**
   * Begins an in-progress edit, after committing the previous one if there is one.
   *
   * @param isTracked false for an edit that does not enter the history
   * @returns its id
   */
  begin(label: string | null = null, isTracked = true): number {
    if (this.isAskingHooks) return this.beginStep();
    // One action: a listener of the commit could begin an edit, which this one would join.
    return this.state.act(this.beginInAction, label, isTracked);
  }

  private readonly beginInAction = (label: string | null, isTracked: boolean): number => {
    const { environment, selection, store } = this.state;
    if (store.isInProgress) this.commit();
    // Read first: nothing has changed if the host's clock throws.
    const time = environment.now();
    const selectionBefore = selection.ids;
    this.lastId += 1;
    this.open = {
      id: this.lastId,
      isTracked,
      label,
      time,
      selectionBefore,
      typed: null,
      textStarts: null,
      steps: [],
    };
    this.protectedDepth = 0;
    this.namedEdits = NO_EDITS;
    store.begin();
    return this.lastId;
  };

  /** Begins a step of the in-progress edit, or an edit if there is none. Returns its id. */
  beginStep(label: string | null = null): number {
    if (!this.open || !this.state.store.isInProgress) return this.begin(label);
    this.lastId += 1;
    this.open.steps.push({ id: this.lastId, namedEdits: this.namedEdits });
    this.state.store.mark();
    return this.lastId;
  }

  /**
   * Commits or cancels a step or edit, and the steps begun after it.
   *
   * @param id what `beginStep` returned; by default the latest that has not ended
   * @returns its change, or null if nothing differs or it has ended already, which is logged
   */
  endStep(how: 'commit' | 'cancel', id?: number): Change | null {
    const ids = this.openIds;
    const depth = id === undefined ? ids.length - 1 : ids.indexOf(id);
    if (depth < this.protectedDepth || depth < 0) {
      if (id === undefined) this.state.log('nothing_in_progress', { operation: how });
      else this.state.log('mark_not_open', { operation: how, mark: id });
      return null;
    }
    if (depth === 0) {
      if (how === 'commit') return this.commit();
      this.cancel();
      return null;
    }
    return runInAction(() => {
      let change: Change | null = null;
      for (const step of this.open?.steps.splice(depth - 1).toReversed() ?? []) {
        if (how === 'commit') change = this.state.store.releaseMark();
        else {
          this.state.store.cancelToMark();
          this.namedEdits = step.namedEdits;
        }
      }
      return change && isEmptyChange(change) ? null : change;
    });
  }

  /**
   * Runs edits as one step of the in-progress edit, or as one history entry. If they throw, or
   * return a refusal, they are cancelled.
   */
  run<Value>(edits: () => Value, label: string | null = null): Value {
    return this.state.act(() => this.runStep(this.beginStep(label), edits));
  }

  /**
   * Runs edits as one change that does not enter the history: below the in-progress edit, and as if
   * someone else had made it. Cancelled like those of {@link run}.
   */
  runOutsideHistory<Value>(edits: () => Value): Value {
    this.checkNotAskingHooks('run');
    // One change for both: recorders expect the page to be as each change has left it.
    if (this.isRunningOutsideHistory) return this.run(edits);
    return this.outsideHistory(() => this.runStep(this.begin(null, false), edits));
  }

  private get isRunningOutsideHistory(): boolean {
    return this.isRunning && this.open?.isTracked === false;
  }

  /** Suspends the edit in progress during an edit outside the history. */
  private outsideHistory<Value>(edit: () => Value): Value {
    return this.state.act(() => {
      const { open, namedEdits, protectedDepth, isSuspended, endAfterRun } = this;
      const { store } = this.state;
      const resume = store.suspend();
      const release = this.state.holdChanges();
      this.isSuspended = true;
      try {
        return edit();
      } finally {
        if (store.isInProgress) this.cancel();
        const held = release();
        resume(held.length > 0 ? squashChanges(held.map(([change]) => change)) : null);
        Object.assign(this, { open, namedEdits, protectedDepth, isSuspended, endAfterRun });
        this.state.reportChanges(held);
      }
    });
  }

  /**
   * Names what the next history entry does to the whole page or a section.
   *
   * @param replaced the name of an earlier call that this one replaces
   */
  nameEdit(edit: NamedEdit, replaced: NamedEdit | null = null): void {
    const kept = this.namedEdits.filter((each) => each !== replaced && !isReplacedBy(each, edit));
    this.namedEdits = [...kept, edit];
  }

  /**
   * Settles and commits the in-progress edit. Null if there is none, or no difference, or if
   * another user's lock or a hook prevents it, which is reported. In a `run`, it is deferred until
   * the `run` ends, as in {@link cancel}.
   */
  commit(): Change | null {
    if (this.isRunning) {
      this.endAfterRun = 'commit';
      return null;
    }
    const committed = this.tryCommit();
    if (!isRefusal(committed)) return committed;
    this.state.refused.emit(committed.code);
    return null;
  }

  /** Commits like {@link commit}. If it is refused, or if this throws, the edit is discarded. */
  private tryCommit(): Change | Refusal<EditorRefusal> | null {
    return this.state.store.isInProgress ? this.state.act(this.tryCommitInAction) : null;
  }

  private readonly tryCommitInAction = (): Change | Refusal<EditorRefusal> | null => {
    if (!this.state.store.isInProgress || this.isAskingHooks) return null;
    try {
      return this.commitSettled();
    } catch (error) {
      // What cannot be committed must not stay in progress: no later edit could be committed either.
      this.discard();
      throw error;
    }
  };

  private commitSettled(): Change | Refusal<EditorRefusal> | null {
    const { state } = this;
    const { store } = state;
    for (const block of store.dropRemovedByOthers()) state.removedByOthers.emit(block);
    if (this.grown.size > 0) this.grown.clear();
    this.settle();
    const refused = refuseLockedSinceBegin(state, this.namedEdits) ?? this.askHooks();
    if (refused) {
      this.discard();
      return refused;
    }
    const edits = this.namedEdits;
    const namedType = namedTypeOf(edits);
    const change = store.pendingChange();
    store.commit();
    if (isEmptyChange(change)) return null;
    const { open } = this;
    if (open?.isTracked) {
      const selectionBefore = listed(open.selectionBefore);
      const { ids } = state.selection;
      state.history.push({
        id: open.id,
        type: namedType ?? entryTypeOf(change, state.blocks.size),
        label: open.label,
        time: open.time,
        change,
        edits,
        heightsBeforeGrowth: heightsBefore(this.grown, change),
        selectionBefore,
        selectionAfter: ids === open.selectionBefore ? selectionBefore : listed(ids),
      });
    } else state.history.pageChanged();
    state.setPublishable(true);
    state.reportChange(change, 'edit', edits);
    return change;
  }

  private settle(): void {
    // A replaced page stays as it was given, like a loaded one.
    if (namedTypeOf(this.namedEdits) === 'Full') return;
    const grown = settle(this.state);
    if (grown.size === 0) return;
    for (const [uuid, { from, to }] of grown) {
      const known = this.grown.get(uuid);
      this.grown.set(uuid, { from: known?.to === from ? known.from : from, to });
    }
  }

  /** Discards the in-progress edit, and the texts typed in it. */
  cancel(): void {
    this.end(() => []);
  }

  /**
   * Discards the in-progress edit although the user has not cancelled it: the texts typed in it are
   * offered.
   *
   * @param next the page that replaces this one, if one does; texts that it has are not offered
   */
  discard(next: Page | null = null): void {
    this.end(() => [...(this.open?.typed ?? [])].flatMap((uuid) => this.typedIn(uuid, next)));
  }

  private end(offered: () => readonly Block[]): void {
    const { store, removedByOthers } = this.state;
    if (!store.isInProgress || this.isAskingHooks) return;
    if (this.isRunning) {
      this.endAfterRun = 'cancel';
      return;
    }
    this.state.act(() => {
      const typed = offered();
      for (const block of new Set([...typed, ...store.cancel()])) removedByOthers.emit(block);
    });
  }

  /** Notes that the user has typed in a block: {@link discard} offers that text. */
  noteTyped(uuid: string): void {
    if (this.open) this.open.typed = new Set(this.open.typed).add(uuid);
  }

  /** Where blocks were before this edit fitted them to their texts; null without an edit. */
  get textStarts(): TextStarts | null {
    if (!this.open || !this.state.store.isInProgress) return null;
    this.open.textStarts ??= new TextStarts();
    return this.open.textStarts;
  }

  /** Drops what the in-progress edit has done to a block, and offers the text typed in it. */
  abandonText(uuid: string): void {
    this.state.act(() => {
      for (const block of this.typedIn(uuid)) this.state.removedByOthers.emit(block);
      this.state.store.revertBlock(uuid);
    });
  }

  /**
   * The blocks with text that this edit has set and that someone else's change is about to replace,
   * as they are in this edit. If a later step of the edit has already replaced this text, the block
   * is returned as it was before that step.
   */
  textsReplacedBy({ added, updated }: Change): readonly Block[] {
    const { store } = this.state;
    if (!store.isInProgress) return [];
    // An added block of this edit has been removed before and is now restored.
    const put = [...Object.values(added), ...Object.values(updated).map(([, to]) => to)];
    return put.flatMap((theirs) => {
      const base = store.baseOf(theirs.uuid);
      if (!base) return [];
      const own = [store.inProgressBlock(theirs.uuid), ...store.markedRecordsOf(theirs.uuid)];
      const lost = own.find((each) => each && losesText(base, each, theirs));
      return lost ? [lost] : [];
    });
  }

  /** The block as shown, if its text was typed in this edit and the page without the edit lacks it. */
  private typedIn(uuid: string, next: Page | null = null): readonly Block[] {
    const { blocks, store } = this.state;
    const block = blocks.get(uuid);
    if (!block || !this.open?.typed?.has(uuid)) return [];
    const kept = next ? next.things[uuid] : store.stableBlock(uuid);
    return equalJson(block.content, kept?.content) ? [] : [block];
  }

  onBeforeCommit(hook: CommitHook): () => void {
    const subscription = { hook };
    this.commitHooks.add(subscription);
    return () => this.commitHooks.delete(subscription);
  }

  /**
   * A hook may edit the page, and nothing else.
   *
   * @param call what it may not call
   * @throws CobbleError `input_invalid` in a hook
   */
  checkNotAskingHooks(call: string): void {
    if (this.isAskingHooks) throw inputError(call, 'cannot be called in onBeforeCommit');
  }

  /** Whether an edit outside the history is running. It suspends the edit in progress and its mode. */
  get isOutsideHistory(): boolean {
    return this.isSuspended;
  }

  /**
   * An edit outside the history may edit the page, and nothing else: a call that ends a mode would
   * leave the suspended edit without a mode that commits it.
   *
   * @param call what it may not call
   * @throws CobbleError `input_invalid` in an edit outside the history
   */
  checkNotOutsideHistory(call: string): void {
    if (this.isSuspended) throw inputError(call, 'cannot be called in `run` with `history: false`');
  }

  /** Whether the function of a `run` is running. Only `run` ends its edits. */
  get isRunning(): boolean {
    return this.protectedDepth > 0 && !this.isAskingHooks;
  }

  /**
   * A `run` is all or nothing, so its function may not call what ends its edit.
   *
   * @param call what it may not call
   * @throws CobbleError `input_invalid` in the function of a `run`, and in a hook
   */
  checkNotRunning(call: string): void {
    this.checkNotAskingHooks(call);
    if (this.isRunning) throw inputError(call, 'cannot be called in `run`');
  }

  /** Ids of the edit in progress and its steps, outermost first. */
  private get openIds(): readonly number[] {
    const { open } = this;
    return open && this.state.store.isInProgress
      ? [open.id, ...open.steps.map(({ id }) => id)]
      : [];
  }

  /** @throws CobbleError if it ends the edit and the commit is refused */
  private runStep<Value>(id: number, edits: () => Value): Value {
    const outer = this.protectedDepth;
    this.protectedDepth = this.openIds.length;
    let isDone = false;
    try {
      const value = edits();
      isDone = !isRefusal(value);
      return value;
    } finally {
      this.protectedDepth = outer;
      const { openIds } = this;
      if (isDone && openIds[0] === id) {
        this.endAfterRun = null;
        const committed = this.tryCommit();
        if (isRefusal(committed)) committed.unwrap();
      } else this.endStep(isDone ? 'commit' : 'cancel', id);
      const { endAfterRun } = this;
      if (endAfterRun !== null && outer === 0) {
        this.endAfterRun = null;
        this[endAfterRun]();
      }
    }
  }

  /**
   * Asks the hooks whether the in-progress edit may be committed. Each sees what the earlier ones
   * have added. If a hook throws, what it has added is discarded. Only a `Refusal` refuses.
   */
  private askHooks(): Refusal<EditorRefusal> | null {
    if (this.commitHooks.size === 0) return null;
    this.isAskingHooks = true;
    try {
      for (const { hook } of [...this.commitHooks]) {
        const change = freezeChange(this.state.store.pendingChange());
        if (isEmptyChange(change)) break;
        const refusal = this.state.events.guard('onBeforeCommit', () =>
          readRefusal(this.runStep(this.beginStep(), () => hook(change))),
        );
        if (refusal) return refusal;
        this.settle();
      }
      return null;
    } finally {
      this.isAskingHooks = false;
    }
  }
}

/** Most edits are made without a selection. */
const NO_SELECTION: readonly string[] = Object.freeze([]);

/** Most edits make no section grow. */
const NO_HEIGHTS: Readonly<Record<string, number>> = Object.freeze({});

/** The heights before sections grew, without those whose height a hook has changed again since. */
function heightsBefore(
  grown: ReadonlyMap<string, SectionGrowth>,
  { added, updated }: Change,
): Readonly<Record<string, number>> {
  if (grown.size === 0) return NO_HEIGHTS;
  const heightOf = (uuid: string): number | undefined => {
    if (Object.hasOwn(updated, uuid)) return updated[uuid]?.[1].position.height;
    return Object.hasOwn(added, uuid) ? added[uuid]?.position.height : undefined;
  };
  const found = [...grown].filter(([uuid, { to }]) => heightOf(uuid) === to);
  if (found.length === 0) return NO_HEIGHTS;
  return Object.fromEntries(found.map(([uuid, { from }]) => [uuid, from]));
}

function listed(uuids: ReadonlySet<string>): readonly string[] {
  return uuids.size === 0 ? NO_SELECTION : [...uuids];
}

/** Whether someone else's record of a block replaces another text than that of `base`. */
function losesText(base: Block, own: Block, theirs: Block): boolean {
  return conflictingTexts(base, own, theirs).some(
    ({ from, to }) => plainTextOf(from) !== plainTextOf(to),
  );
}

/**
 * The refusal that a hook has returned; null if it accepts the change.
 *
 * @throws CobbleError `input_invalid` for anything else, to be logged: it must not cost the user the
 *   edit
 */
function readRefusal(returned: unknown): Refusal<EditorRefusal> | null {
  if (isRefusal(returned)) return returned as Refusal<EditorRefusal>;
  if (returned === undefined || returned === null || isSuccess(returned)) return null;
  throw inputError('onBeforeCommit', asyncProblem(returned) ?? 'must return a refusal or nothing');
}

/** The entry type that named edits determine; null if it follows from the change. */
function namedTypeOf(edits: readonly NamedEdit[]): HistoryEntryType | null {
  const named = edits.findLast(({ type }) => type === 'replace-page' || type === 'slice-section');
  return named ? (named.type === 'replace-page' ? 'Full' : 'Slice') : null;
}

/** A change that leaves none of the previous blocks replaces the page as a whole. */
function entryTypeOf(change: Change, blocksAfter: number): HistoryEntryType {
  if (change.page && !changesBlocks(change)) return 'Patch';
  return blocksAfter === Object.keys(change.added).length ? 'Full' : 'Things';
}
