import type { Block } from '../../model/Block.ts';
import type { Change } from '../../model/Change.ts';
import { diffFields, diffPages, emptyDraft, note, withPage } from '../../model/changes.ts';
import type { Page } from '../../model/Page.ts';
import type { Result } from '../../model/Result.ts';
import { resolveIntents, type ResolveContext, type ResolvedOp } from '../intents/resolveIntents.ts';
import { applyEntries } from '../page/pagePatch.ts';
import { PageRecords } from '../page/PageRecords.ts';
import type { OpRejection } from '../protocol/codes.ts';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import type { PendingOp } from './OpQueue.ts';

/**
 * What a client shows: the confirmed page with its own pending ops done on top. What comes in goes
 * below them: they are rolled back, it is applied, they are replayed. All of that costs as much as
 * what is pending and what comes in, not as the page.
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

  /** Does an op of one's own, on top. */
  add(intents: readonly unknown[]): Result<ResolvedOp, OpRejection> {
    return resolveIntents(this.shown, intents, this.context());
  }

  /**
   * Takes entries of the stream in, the next ones, and replays what is then still pending.
   *
   * @param onDone told what each entry does to the page
   * @returns what changes in what is shown
   */
  receive(
    entries: readonly StreamEntry[],
    pending: readonly PendingOp[],
    onDone?: (entry: StreamEntry, change: Change) => void,
  ): Change {
    return this.rebase(() => {
      for (const entry of entries) {
        this.shown.begin();
        applyEntries(this.shown, [entry]);
        const change = this.shown.keep();
        onDone?.(entry, change);
      }
    }, pending);
  }

  /** Starts over from a whole page; returns what changes in what is shown. */
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
    this.remember(before);
    shown.keep();
    shown.tombstones.trim(ROOM_LIMITS.maxTombstones);
    shown.begin();
    this.replay(pending);
    this.remember(before);
    const draft = emptyDraft();
    for (const [uuid, was] of before) note(draft, uuid, was, shown.blocks.get(uuid));
    return withPage(draft, diffFields(fieldsBefore, shown.fields));
  }

  /** What was written just now stood before as it was shown, unless something was written earlier. */
  private remember(before: Map<string, Block | undefined>): void {
    for (const uuid of this.shown.written)
      if (!before.has(uuid)) before.set(uuid, this.shown.before(uuid));
  }

  /** An op that no longer fits is not shown; it is the room that says what becomes of it. */
  private replay(pending: readonly PendingOp[]): void {
    for (const { intents } of pending) resolveIntents(this.shown, intents, this.context());
  }
}
