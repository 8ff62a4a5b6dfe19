import { observable, runInAction } from 'mobx';
import type { ChangeReport } from '../../editor/EditInProgress.ts';
import type { ChangeOrigin } from '../../editor/Editor.ts';
import type { Decision, RoomDecisions } from '../../editor/history/History.ts';
import { type Change, EMPTY_CHANGE } from '../../model/Change.ts';
import type { NamedEdit } from '../../model/NamedEdit.ts';
import { changeToIntents } from '../merge/changeToIntents.ts';
import { editToIntents } from '../merge/editToIntents.ts';
import type { PageRecords } from '../page/PageRecords.ts';
import type { RejectionCode } from '../protocol/codes.ts';
import type { Intent } from '../protocol/intents.ts';
import { isOpTooLarge } from '../protocol/opParts.ts';
import type { Acknowledgement } from '../protocol/roomMessages.ts';
import type { ClientLocks, LockEpochs } from './ClientLocks.ts';
import type { EditorBinding } from './EditorBinding.ts';
import {
  blocksWithTextEdits,
  type FoundText,
  type LostTexts,
  missingTexts,
  textsOfIntents,
} from './LostTexts.ts';
import type { Outbox, PendingOp } from './Outbox.ts';
import type { RejectedOp } from './RoomClientOptions.ts';
import type { SharedPage } from './SharedPage.ts';
import { type TrackedChange, UndoRewriter } from './UndoRewriter.ts';

/**
 * Codes of rejections for a temporary reason: locks end, roles change, blocks are removed and
 * restored, and the page here gets the room's version of the content. With any other code, the room would reject the same op again.
 */
const TEMPORARY_REJECTIONS: ReadonlySet<RejectionCode> = new Set<RejectionCode>([
  'block_locked',
  'locked_by_other',
  'lock_lost',
  'content_version_differs',
  'not_permitted',
  'read_only',
  'things_per_page_limit_exceeded',
  'page_size_limit_exceeded',
  'gone',
  'too_old',
  'block_exists',
  'cannot_delete_last_section',
  'cycle',
]);

/** A change that no client has shared yet. */
export interface EarlyChange {
  readonly report: ChangeReport;
  /** The locks under which it was made: they may be released before it is shared. */
  readonly locks: LockEpochs;
}

/** What own ops need from their client. */
export interface OwnOpsClient {
  /** What was edited before this client had read the storage, and before it was created. */
  readonly earlyChanges: EarlyChange[];
  readonly shared: SharedPage;
  readonly outbox: Outbox;
  readonly locks: ClientLocks;
  readonly texts: LostTexts;
  /** The editor that shows the page; null without one. */
  readonly binding: () => EditorBinding | null;
  readonly onRejected: (op: RejectedOp) => void;
}

/**
 * Turns the changes made here into ops, and removes each from the outbox when the room has decided
 * on it: keeps the texts of a rejected one, and rewrites the undo history if the room applied a
 * different change.
 */
export class OwnOps implements RoomDecisions {
  /** The number of ops in the outbox and of early changes; `afterDecision` updates it. */
  private readonly pending = observable.box(0);
  private readonly undo = new UndoRewriter(
    (reported, effect) => this.client.binding()?.amend(reported, effect),
    () => this.client.binding()?.effectsChanged(),
  );
  private readonly client: OwnOpsClient;
  /** Whether changes are shared at once; before, they wait behind earlier ones. */
  private hasStarted = false;
  /** Texts that the room has not applied; `afterDecision` offers them. */
  private readonly notApplied: FoundText[] = [];

  constructor(client: OwnOpsClient) {
    this.client = client;
  }

  /** The number of unacknowledged ops. Observable. */
  get pendingCount(): number {
    return this.pending.get();
  }

  /** The changes in the editor's undo history whose ops the room has not decided on, by mid. */
  get undecided(): ReadonlyMap<number, TrackedChange> {
    return this.undo.tracked;
  }

  /** Keeps the history consistent with the ops of the editor's last client too. */
  takeOver(undecided: ReadonlyMap<number, TrackedChange>): void {
    this.undo.takeOver(undecided);
  }

  /** Shows the stored pending ops, and shares what was edited before they were loaded. */
  start(): void {
    const { earlyChanges, shared } = this.client;
    // Listeners that this calls may make edits.
    shared.refresh();
    this.hasStarted = true;
    if (earlyChanges.length > 0) this.shareNow(earlyChanges.splice(0));
    else this.afterDecision();
  }

  /**
   * Turns a change of the shown page into an op, and sends it soon. A remote change is ignored.
   *
   * @param named the commands on the whole page or a section that made the change
   */
  share(change: Change, origin: ChangeOrigin, named: readonly NamedEdit[] = []): void {
    const { earlyChanges, locks, shared } = this.client;
    if (origin === 'remote' || !shared.records) return;
    const made: EarlyChange = { report: [change, origin, named], locks: locks.lastEpochs };
    if (this.hasStarted) {
      this.shareNow([made]);
      return;
    }
    earlyChanges.push(made);
    this.afterDecision();
  }

  /** @param changes all changes of the editor that are not shared yet, in order */
  private shareNow(changes: readonly EarlyChange[]): void {
    const { outbox, shared, binding } = this.client;
    const { records } = shared;
    if (!records) return;
    const touched = new Set<string>();
    for (const change of changes) this.shareChange(change, records, touched);
    // Only now: the editor shows all of these changes, and must not go back to a state in between.
    binding()?.reconcile(touched, records);
    this.afterDecision();
    outbox.sendSoon();
  }

  /** @param touched receives the ids of the blocks that the change and its op concern */
  private shareChange(
    { report: [change, origin, named], locks }: EarlyChange,
    records: PageRecords,
    touched: Set<string>,
  ): void {
    for (const part of [change.added, change.updated, change.removed])
      for (const uuid of Object.keys(part)) touched.add(uuid);
    // The editor has migrated blocks for a newer kit, which it shows as the room has them.
    if (origin === 'remote') return;
    const isReplay = origin === 'undo' || origin === 'redo';
    const isRestore = isReplay || origin === 'load';
    const hasLock = (uuid: string): boolean => Object.hasOwn(locks, uuid);
    const edit = { change, named, isReplay, isRestore, hasLock };
    const intents = editToIntents(edit, records, this.client.shared.context);
    if (intents.length === 0) return;
    const added = this.add(intents, locks, touched);
    if ('code' in added) this.setAside(change, added.code);
    const isAdded = 'mid' in added;
    this.undo.track(change, isAdded ? added : null, isReplay);
    if (isAdded) this.predicted(added.mid, added.effect);
  }

  /**
   * Removes an op from the outbox, if it is pending. Its texts that were not applied are offered by
   * `afterDecision`.
   */
  acknowledge({ clientId, mid, status, code: given, details }: Acknowledgement): void {
    const { outbox } = this.client;
    // Not checked: a newer room may have further codes.
    const code = given as RejectionCode | undefined;
    const op = outbox.acknowledge(clientId, mid);
    if (!op) return;
    if (status === 'rejected') {
      // No entry follows in a welcome with a page.
      if (outbox.isOwnId(clientId)) this.rejected(mid, code);
      this.reject(op, code ?? 'malformed', details);
      return;
    }
    if (Array.isArray(details?.gone)) {
      const gone = new Set(details.gone);
      this.notApplied.push(...this.textsOf(op).filter(({ thingUuid }) => gone.has(thingUuid)));
    }
    if (code !== undefined) this.report(op, code, details);
  }

  /**
   * Removes from the outbox the ops up to a mid whose client id has joined the room: its page
   * contains their effects.
   */
  acknowledgeUpTo(lastMid: number): void {
    const { outbox } = this.client;
    const joinedId = outbox.clientId ?? '';
    for (const { clientId, mid } of [...outbox.pending])
      if (clientId === joinedId && mid <= lastMid) outbox.acknowledge(clientId, mid);
    if (outbox.isOwnId(joinedId)) this.undo.untrack(lastMid);
  }

  /** What the room has done with a change: unknown until `start` has taken over earlier ones. */
  readonly decisionOn = (change: Change): Decision =>
    this.hasStarted ? this.undo.decisionOn(change) : 'pending';

  /** Whether there are changes of the editor that the room has not decided on. */
  readonly hasUndecided = (): boolean => !this.hasStarted || this.undo.tracked.size > 0;

  /** Called with the effect of a pending op on the page as it is now; null if it does not fit. */
  predicted(mid: number, effect: Change | null): void {
    // Without the editor, the history would not get it; the next client compares again.
    if (this.client.binding()) this.undo.predicted(mid, effect);
  }

  /** Called with the actual effect of an op in the stream; empty if the op was rejected. */
  applied({ clientId, mid }: Pick<Acknowledgement, 'clientId' | 'mid'>, change: Change): void {
    this.client.binding()?.learn(change);
    if (this.client.outbox.isOwnId(clientId)) this.undo.applied(mid, change);
  }

  /**
   * Reverts pending ops whose client id has joined the room if the role or a read-only page does
   * not permit them: the room will not acknowledge them.
   *
   * @param lastMid ops up to this one are accepted
   */
  rejectPending(code: RejectionCode, lastMid: number): void {
    const { outbox, shared } = this.client;
    if (!shared.records) return;
    const joinedId = outbox.clientId;
    const isRejected = ({ clientId, mid }: PendingOp): boolean =>
      clientId === joinedId && mid > lastMid;
    for (const op of outbox.pending.filter(isRejected)) {
      outbox.acknowledge(op.clientId, op.mid);
      this.rejected(op.mid, code);
      this.reject(op, code);
    }
    shared.refresh();
    this.afterDecision();
  }

  /**
   * Called when the page shows what the room has decided: offers the texts that were not applied
   * and are not on the page anyway, and updates `pendingCount`.
   */
  afterDecision(): void {
    const { shared, texts } = this.client;
    texts.add(missingTexts(this.notApplied.splice(0), (uuid) => shared.records?.blocks.get(uuid)));
    const count = this.client.outbox.pending.length + this.client.earlyChanges.length;
    runInAction(() => this.pending.set(count));
  }

  /**
   * Shows an op and adds it to the outbox. Returns its mid and its effect on the shown page, or the
   * code if it does not fit the page or is too large.
   */
  private add(
    intents: readonly Intent[],
    held: LockEpochs,
    touched: Set<string>,
  ): { readonly mid: number; readonly effect: Change } | { readonly code: RejectionCode } {
    const { outbox, shared } = this.client;
    const locks = epochsOfTexts(intents, held);
    const op = { baseSeq: shared.baseSeq, intents: [...intents], ...(locks ? { locks } : {}) };
    const shown = isOpTooLarge(op) ? null : shared.add(op);
    if (shown?.ok) {
      const effect = shown.value.change;
      for (const part of [effect.added, effect.updated, effect.removed])
        for (const uuid of Object.keys(part)) touched.add(uuid);
      return { mid: outbox.add(op).mid, effect };
    }
    // The room would not accept it either.
    const { code, details } = shown ?? { code: 'too_large' as const, details: undefined };
    this.reject({ mid: 0, ...op }, code, details);
    return { code };
  }

  /** Reports edits of content that were not committed before the room had another version of it. */
  contentLost(updated: Change['updated']): void {
    const { records } = this.client.shared;
    if (!records) return;
    const intents = changeToIntents({ ...EMPTY_CHANGE, updated }, records);
    const details = { uuids: Object.keys(updated) };
    this.report({ mid: 0, intents }, 'content_version_differs', details);
  }

  /** Reverts a rejected op in the undo history. */
  private rejected(mid: number, code: RejectionCode | undefined): void {
    const reported = this.undo.reportedBy(mid);
    if (reported) this.setAside(reported, code);
    this.undo.applied(mid, EMPTY_CHANGE);
  }

  /** Sets the history entry of a rejected change aside, unless the room may accept it later. */
  private setAside(reported: Change, code: RejectionCode = 'malformed'): void {
    if (!TEMPORARY_REJECTIONS.has(code)) this.client.binding()?.setAside(reported);
  }

  /** The texts of an op. Call it before the page shows what the room has decided on the op. */
  private textsOf({ intents }: Pick<PendingOp, 'intents'>): FoundText[] {
    return textsOfIntents(intents, (uuid) => this.client.shared.records?.before(uuid));
  }

  private reject(
    op: Omit<PendingOp, 'clientId'>,
    code: RejectionCode,
    details?: Readonly<Record<string, unknown>>,
  ): void {
    this.notApplied.push(...this.textsOf(op));
    this.report(op, code, details);
  }

  private report(
    { mid, intents }: Pick<PendingOp, 'mid' | 'intents'>,
    code: RejectionCode,
    details?: Readonly<Record<string, unknown>>,
  ): void {
    this.client.onRejected({ mid, code, intents, ...(details ? { details } : {}) });
  }
}

/** The epochs of the locks under which texts were edited; null if there are none. */
function epochsOfTexts(
  intents: readonly Intent[],
  held: LockEpochs,
): Record<string, number> | null {
  const locks: Record<string, number> = {};
  for (const thingUuid of blocksWithTextEdits(intents)) {
    const epoch = held[thingUuid];
    if (epoch !== undefined) locks[thingUuid] = epoch;
  }
  return Object.keys(locks).length > 0 ? locks : null;
}
