import type { Block } from '../../model/Block.ts';
import {
  type Change,
  diffFields,
  diffPages,
  emptyDraft,
  recordChange,
  withPage,
} from '../../model/Change.ts';
import type { Page } from '../../model/Page.ts';
import type { Result } from '../../model/Result.ts';
import { resolveIntents, type ResolvedOp } from '../merge/resolveIntents.ts';
import type { ResolveContext } from '../merge/Resolution.ts';
import { applyEntries } from '../page/pagePatch.ts';
import { PageRecords } from '../page/PageRecords.ts';
import type { OpRejection } from '../protocol/codes.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { PendingOp } from './Outbox.ts';

/**
 * The page that a client shows: the confirmed page with the pending ops applied on top. Incoming
 * entries go below the pending ops: roll back, apply, replay. The cost depends on the number of
 * pending ops and entries, not on the size of the page.
 */
export class SharedPage {
  private shown: PageRecords;
  private readonly context: () => ResolveContext;

  constructor(page: Page, context: () => ResolveContext) {
    this.shown = new PageRecords(page);
    this.context = context;
    this.shown.begin();
  }

  /** The page as shown. */
  get records(): PageRecords {
    return this.shown;
  }

  /** Applies an op of this client on top. */
  add(intents: readonly unknown[]): Result<ResolvedOp, OpRejection> {
    return resolveIntents(this.shown, intents, this.context());
  }

  /**
   * Applies the next entries of the stream below the ops that are still pending.
   *
   * @param onApplied receives what each entry did to the page
   * @returns how the shown page changed
   */
  receive(
    entries: readonly StreamEntry[],
    pending: readonly PendingOp[],
    onApplied?: (entry: StreamEntry, change: Change) => void,
  ): Change {
    return this.rebase(() => {
      for (const entry of entries) {
        this.shown.begin();
        applyEntries(this.shown, [entry]);
        const change = this.shown.commit();
        onApplied?.(entry, change);
      }
    }, pending);
  }

  /** Starts over from a whole page. Returns how the shown page changed. */
  reset(page: Page, pending: readonly PendingOp[]): Change {
    const before = this.shown.toPage();
    this.shown = new PageRecords(page);
    this.shown.begin();
    this.replay(pending);
    return diffPages(before, this.shown.toPage());
  }

  protected rebase(apply: () => void, pending: readonly PendingOp[]): Change {
    const { shown } = this;
    const before = new Map<string, Block | undefined>();
    const fieldsBefore = shown.fields;
    for (const uuid of shown.written) before.set(uuid, shown.blocks.get(uuid));
    shown.rollBack();
    shown.begin();
    apply();
    this.noteWritten(before);
    shown.commit();
    shown.tombstones.trim(ROOM_LIMITS.maxTombstones);
    shown.begin();
    this.replay(pending);
    this.noteWritten(before);
    const draft = emptyDraft();
    for (const [uuid, was] of before) recordChange(draft, uuid, was, shown.blocks.get(uuid));
    return withPage(draft, diffFields(fieldsBefore, shown.fields));
  }

  /** Records the prior state of blocks written in the current step, unless already recorded. */
  private noteWritten(before: Map<string, Block | undefined>): void {
    for (const uuid of this.shown.written)
      if (!before.has(uuid)) before.set(uuid, this.shown.before(uuid));
  }

  /** Applies pending ops again. One that no longer fits is not shown; the room decides about it. */
  private replay(pending: readonly PendingOp[]): void {
    for (const { intents } of pending) resolveIntents(this.shown, intents, this.context());
  }
}
