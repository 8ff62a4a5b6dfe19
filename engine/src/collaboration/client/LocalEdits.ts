import type { ChangeOrigin } from '../../editor/Editor.ts';
import type { Change } from '../../model/Change.ts';
import { intentsOf } from '../intents/intentsOf.ts';
import type { Intent } from '../protocol/intents.ts';
import { measureJson } from '../protocol/measureJson.ts';
import type { ClientDesk } from './ClientDesk.ts';
import type { ClientLocks } from './ClientLocks.ts';
import { textsOfIntents } from './lostTextsOf.ts';
import type { OpFates } from './OpFates.ts';
import type { OpSender } from './OpSender.ts';
import { splitIntents } from './splitIntents.ts';

/** Makes ops of what is done here, shows them, and has them sent. */
export class LocalEdits {
  /** What was done while the storage was read. */
  private readonly early: [Change, ChangeOrigin][] = [];
  private readonly desk: ClientDesk;
  private readonly locks: ClientLocks;
  private readonly fates: OpFates;
  private readonly sender: OpSender;

  constructor(desk: ClientDesk, locks: ClientLocks, fates: OpFates, sender: OpSender) {
    this.desk = desk;
    this.locks = locks;
    this.fates = fates;
    this.sender = sender;
  }

  share(change: Change, origin: ChangeOrigin): void {
    const { desk } = this;
    const { queue, shared } = desk;
    if (origin === 'remote' || !shared) return;
    if (!queue) {
      this.early.push([change, origin]);
      return;
    }
    const isReplay = origin === 'undo' || origin === 'redo';
    const isRestore = isReplay || origin === 'load';
    const intents = intentsOf(change, shared.records, { isReplay, isRestore });
    const touched = new Set(
      [change.added, change.updated, change.removed].flatMap((part) => Object.keys(part)),
    );
    const mids = splitIntents(intents).flatMap((each) => this.addOp(each, touched) ?? []);
    if (origin === 'edit' && intents.length > 0) desk.deeds.begin(change, mids);
    desk.binding?.reconcile(touched, shared.records);
    desk.showQueue();
    this.sender.sendSoon();
  }

  /** The storage was read: what was done meanwhile waits with what was kept. */
  shareEarly(): void {
    for (const [change, origin] of this.early.splice(0)) this.share(change, origin);
  }

  /** Returns the op's number; null when it was not even shown. */
  private addOp(intents: readonly Intent[], touched: Set<string>): number | null {
    const { queue, shared, options, seq } = this.desk;
    if (!queue || !shared) return null;
    const baseSeq = seq ?? options.baseSeq ?? 0;
    const op = { baseSeq, intents: [...intents], ...this.claimsOf(intents) };
    const isTooLarge = measureJson(op) === null;
    const shown = isTooLarge ? null : shared.add(intents);
    if (shown?.ok) {
      const { added, updated, removed } = shown.value.change;
      for (const part of [added, updated, removed])
        for (const uuid of Object.keys(part)) touched.add(uuid);
      return queue.add(op).mid;
    }
    // What does not fit the page here the room would not take either.
    const { code, details } = shown ?? { code: 'too_large', details: undefined };
    this.fates.reject({ mid: 0, ...op }, code, details);
    return null;
  }

  /** The locks under which texts were edited. */
  private claimsOf(intents: readonly Intent[]): { locks?: Record<string, number> } {
    const locks: Record<string, number> = {};
    for (const { thingUuid } of textsOfIntents(intents)) {
      const epoch = this.locks.lastEpochOf(thingUuid);
      if (epoch !== null) locks[thingUuid] = epoch;
    }
    return Object.keys(locks).length > 0 ? { locks } : {};
  }
}
