import { isCheckedCall, problemOfLogResult } from '../../collaboration/room/checkLogResult.ts';
import type { RoomLog, RoomSnapshot } from '../../collaboration/room/RoomLog.ts';
import type { StreamEntry } from '../../collaboration/protocol/streamEntry.ts';
import { checkFunction } from '../../model/inputError.ts';
import { isRecord } from '../../model/json.ts';
import {
  casesOf,
  CHARACTERS,
  type Checks,
  type ConformanceCase,
  type ConformanceOptions,
  expect,
  expectEqual,
  expectMethods,
  expectSubject,
  withDeadlines,
} from './ConformanceCase.ts';

/** The stored stream of one page, whose room has never been opened. */
export interface RoomLogSubject {
  /**
   * The log of the page as one more server has it, or the same server after a restart: with a
   * connection of its own. A log in memory is the same object each time.
   */
  readonly connect: () => RoomLog | Promise<RoomLog>;
  /** Called after the case. */
  readonly close?: (() => void | Promise<void>) | undefined;
}

interface Logs {
  readonly log: RoomLog;
  /** As another server has it. */
  readonly otherLog: RoomLog;
  /** As one more server has it. */
  readonly connect: () => Promise<RoomLog>;
}

const METHODS = [
  ...(['open', 'append', 'renew', 'close', 'entriesAfter', 'clientState', 'entriesOf'] as const),
  'saveSnapshot',
] as const satisfies readonly (keyof RoomLog)[];

/**
 * The cases that every `RoomLog` must pass: it stores entries once and in order, only for the
 * newest owner, whole batches or nothing, and durably when `append` resolves.
 *
 * @param create creates the stream of a new page; called once for each case
 * @throws CobbleError `input_invalid` (details: `path`) for a wrong argument
 * @example
 * for (const { name, run } of roomLogCases(() => ({ connect: () => myLog(pageId()) }))) it(name, run);
 */
export function roomLogCases(
  create: () => RoomLogSubject | Promise<RoomLogSubject>,
  options: ConformanceOptions = {},
): readonly ConformanceCase[] {
  checkFunction('create', create);
  return casesOf(CHECKS, options, async (within) => {
    const created = await create();
    expectSubject(created, ['connect']);
    const connect = async (): Promise<RoomLog> => {
      const log = await created.connect();
      expectMethods('connect', log, METHODS);
      return withDeadlines(log, METHODS, within, problemOfResult);
    };
    const subject = { log: await connect(), otherLog: await connect(), connect };
    return { subject, close: () => created.close?.() };
  });
}

function problemOfResult(call: string, result: unknown): string | null {
  return isCheckedCall(call) ? problemOfLogResult(call, result) : null;
}

const CHECKS: Checks<Logs> = {
  async 'starts with the page that it was created with, and without an owner'({ log }) {
    const opened = await log.open();
    expectEqual(opened.entries, [], 'entries');
    expectEqual(opened.previousOwnerQuietMs, null, 'previousOwnerQuietMs');
    expect(Number.isInteger(opened.snapshot.seq), 'the seq must be a number', opened.snapshot.seq);
    expect(isRecord(opened.snapshot.page), 'the page must be JSON, parsed', opened.snapshot.page);
  },
  async 'gives each owner the next number, and says how long the last one has been quiet'({
    log,
    otherLog,
  }) {
    const first = await log.open();
    const second = await otherLog.open();
    expect(second.epoch > first.epoch, 'the second epoch must be greater');
    const { previousOwnerQuietMs: quietMs } = second;
    expect(quietMs !== null && quietMs >= 0 && quietMs < 60_000, 'how long it was quiet', quietMs);
  },
  async 'keeps what it has appended, in order, for the next owner'({ log, otherLog }) {
    const { epoch, head } = await open(log);
    const entries = entriesFrom(head, epoch, [
      ['a', 1],
      ['b', 1],
      ['a', 2],
    ]);
    await expectAppended(log, { epoch, head, entries: entries.slice(0, 1) });
    await expectAppended(log, { epoch, head: head + 1, entries: entries.slice(1) });
    expectEqual((await otherLog.open()).entries, entries, 'entries of the next owner');
    expectEqual(await otherLog.entriesAfter(head + 1), entries.slice(1), 'entriesAfter');
    expectEqual(await otherLog.entriesAfter(head + 3), [], 'entriesAfter the head');
  },
  async 'keeps all characters of an entry'({ log }) {
    const { epoch, head } = await open(log);
    const [entry] = entriesFrom(head, epoch, [['a', 1]]);
    const entries = [
      { ...entry, patch: { page: [{ path: ['style'], to: CHARACTERS }] } } as StreamEntry,
    ];
    await expectAppended(log, { epoch, head, entries });
    expectEqual(await log.entriesAfter(head), entries, 'entries');
  },
  async 'has stored a whole batch when append resolves, however large it is'({ log, otherLog }) {
    const { epoch, head } = await open(log);
    const text = 'x'.repeat(40_000);
    const ops = Array.from({ length: 50 }, (_, index) => ['a', index + 1] as const);
    const entries = entriesFrom(head, epoch, ops).map((entry) => ({
      ...entry,
      patch: { page: [{ path: ['settings', 'title'], to: text }] },
    }));
    await expectAppended(log, { epoch, head, entries });
    expectEqual(await otherLog.entriesAfter(head), entries, 'entries');
  },
  async 'keeps large numbers'({ log }) {
    const { epoch, head } = await open(log);
    const mid = 2 ** 52;
    const entries = entriesFrom(head, epoch, [['a', mid]]);
    await expectAppended(log, { epoch, head, entries });
    expectEqual(await log.clientState('a'), { lastMid: mid, accountId: 7 }, 'clientState');
    expectEqual(await log.entriesAfter(head), entries, 'entriesAfter');
    const [own] = await log.entriesOf('a', mid - 1);
    expectEqual(own?.mid, mid, 'the mid in entriesOf');
  },
  async 'stores nothing for an owner whose room another has taken over'({ log, otherLog }) {
    const { epoch, head } = await open(log);
    await otherLog.open();
    const entries = entriesFrom(head, epoch, [['a', 1]]);
    const outcome = await log.append({ epoch, head, entries });
    expectEqual(outcome, { ok: false, code: 'stale_epoch' }, 'append');
    await expectEmpty(otherLog, head, 'a');
  },
  async 'stores nothing after another head than its own'({ log }) {
    const { epoch, head } = await open(log);
    await expectAppended(log, { epoch, head, entries: entriesFrom(head, epoch, [['a', 1]]) });
    for (const wrong of [head, head + 2]) {
      const entries = entriesFrom(wrong, epoch, [['b', 1]]);
      const outcome = await log.append({ epoch, head: wrong, entries });
      expectEqual(outcome, { ok: false, code: 'conflict' }, 'append');
    }
    await expectEmpty(log, head + 1, 'b');
  },
  async 'stores an op once, and nothing else of a batch that repeats one'({ log }) {
    const { epoch, head } = await open(log);
    await expectAppended(log, { epoch, head, entries: entriesFrom(head, epoch, [['a', 5]]) });
    for (const mid of [5, 4]) {
      const entries = entriesFrom(head + 1, epoch, [
        ['b', 1],
        ['a', mid],
      ]);
      const outcome = await log.append({ epoch, head: head + 1, entries });
      expectEqual(outcome, { ok: false, code: 'conflict' }, 'append');
    }
    await expectEmpty(log, head + 1, 'b');
    expectEqual(await log.clientState('a'), { lastMid: 5, accountId: 7 }, 'clientState');
  },
  async 'accepts one of several appends after the same head'({ log, otherLog }) {
    const { epoch, head } = await open(log);
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 === 0 ? log : otherLog).append({
          epoch,
          head,
          entries: entriesFrom(head, epoch, [[`client-${String(index)}`, 1]]),
        }),
      ),
    );
    expectEqual(outcomes.filter(({ ok }) => ok).length, 1, 'accepted appends');
    expectEqual((await log.entriesAfter(head))?.length, 1, 'stored entries');
  },
  async 'gives one of several owners that open it at once the room'({ log, otherLog }) {
    const opened = await Promise.all(
      Array.from({ length: 6 }, (_, index) => (index % 2 === 0 ? log : otherLog).open()),
    );
    const epochs = opened.map(({ epoch }) => epoch);
    expectEqual(new Set(epochs).size, epochs.length, 'different epochs');
    const renewed = await Promise.all(epochs.map((epoch) => log.renew(epoch)));
    expectEqual(renewed.filter(Boolean).length, 1, 'owners');
  },
  async 'shows a new owner all that the previous one has stored, even at the same moment'({
    log,
    otherLog,
  }) {
    let { epoch, head } = await open(log);
    for (let round = 1; round <= 10; round += 1) {
      const [owner, next] = round % 2 === 1 ? [log, otherLog] : [otherLog, log];
      const batch = { epoch, head, entries: entriesFrom(head, epoch, [['a', round]]) };
      // Whichever is called first may come second.
      const early = round % 4 < 2 ? next.open() : null;
      const [outcome, opened] = await Promise.all([owner.append(batch), early ?? next.open()]);
      const stored = await next.entriesAfter(head);
      expectEqual(stored, outcome.ok ? batch.entries : [], 'stored entries');
      const found = opened.entries.filter(({ seq }) => seq > batch.head);
      expectEqual(found, stored, 'entries of the new owner');
      ({ epoch } = opened);
      head += found.length;
    }
  },
  async 'renews the newest owner only'({ log, otherLog }) {
    const first = await log.open();
    expectEqual(await log.renew(first.epoch), true, 'renew');
    const second = await otherLog.open();
    expectEqual(await log.renew(first.epoch), false, 'renew of the previous owner');
    expectEqual(await otherLog.renew(second.epoch), true, 'renew');
  },
  async 'is without an owner once its owner has closed it, and not if an earlier one does'({
    log,
    otherLog,
  }) {
    const first = await log.open();
    const second = await otherLog.open();
    await log.close(first.epoch);
    const third = await log.open();
    expect(third.previousOwnerQuietMs !== null, 'an earlier owner has ended the ownership');
    await log.close(third.epoch);
    await otherLog.close(second.epoch);
    expectEqual((await log.open()).previousOwnerQuietMs, null, 'previousOwnerQuietMs');
  },
  async 'knows the newest op and the account of each client, and what became of its ops'({ log }) {
    const { epoch, head } = await open(log);
    const [first, ofAnother, ...rest] = entriesFrom(head, epoch, [
      ['a', 1],
      ['b', 3],
      ['a', 2],
      ['a', 3],
    ]);
    const entries = [first, ofAnother, ...rest.map(rejectedOrModified)].flatMap(
      (each) => each ?? [],
    );
    await expectAppended(log, { epoch, head, entries });
    expectEqual(await log.clientState('a'), { lastMid: 3, accountId: 7 }, 'clientState');
    expectEqual(await log.clientState('c'), null, 'clientState of another client');
    const own = entries.filter(({ clientId }) => clientId === 'a').map(withoutPatch);
    const found = async (after: number): Promise<unknown[]> =>
      (await log.entriesOf('a', after)).map(withoutPatch);
    expectEqual(await found(0), own, 'entriesOf');
    expectEqual(await found(1), own.slice(1), 'entriesOf after a mid');
  },
  async 'starts from its newest snapshot, with the entries after it'({ log, otherLog }) {
    const { epoch, head, page } = await open(log);
    const entries = await appendThree(log, epoch, head);
    const snapshotAt = (seq: number): RoomSnapshot => ({
      ...{ seq, page: { at: seq, before: page, text: CHARACTERS }, horizonSeq: head },
      removed: [['gone', { seq: head + 1 }]] as unknown as RoomSnapshot['removed'],
    });
    await log.saveSnapshot(snapshotAt(head + 2));
    await log.saveSnapshot(snapshotAt(head + 2));
    // Of an owner that was slow.
    await log.saveSnapshot(snapshotAt(head + 1));
    const opened = await otherLog.open();
    expectEqual(opened.snapshot, snapshotAt(head + 2), 'snapshot');
    expectEqual(opened.entries, entries.slice(2), 'entries');
  },
  async 'returns null instead of a list from which entries are missing'({ log }) {
    const { epoch, head } = await open(log);
    const entries = await appendThree(log, epoch, head);
    for (const seq of [head + 1, head + 2])
      await log.saveSnapshot({ ...{ seq, page: {} }, removed: [], horizonSeq: head });
    for (const [index] of entries.entries()) {
      const found = await log.entriesAfter(head + index);
      // Entries before the newest snapshot need not be stored any more.
      if (found !== null || index >= 2) expectEqual(found, entries.slice(index), 'entriesAfter');
    }
  },
  async 'knows the ops before its snapshot, and refuses to store them again'({ log, otherLog }) {
    const { epoch, head } = await open(log);
    const entries = await appendThree(log, epoch, head);
    await log.saveSnapshot({ seq: head + 3, page: {}, removed: [], horizonSeq: head });
    const next = await open(otherLog);
    expectEqual(next.head, head + 3, 'head');
    expectEqual(await otherLog.clientState('a'), { lastMid: 3, accountId: 7 }, 'clientState');
    const own = (await otherLog.entriesOf('a', 0)).map(withoutPatch);
    expectEqual(own, entries.map(withoutPatch), 'entriesOf');
    const again = entriesFrom(next.head, next.epoch, [['a', 3]]);
    const outcome = await otherLog.append({ epoch: next.epoch, head: next.head, entries: again });
    expectEqual(outcome, { ok: false, code: 'conflict' }, 'append');
  },
  async 'has everything when it is connected again, as after a restart'({ log, connect }) {
    const { epoch, head } = await open(log);
    const entries = await appendThree(log, epoch, head);
    const snapshot = { seq: head + 1, page: { at: head + 1 }, removed: [], horizonSeq: head };
    await log.saveSnapshot(snapshot);
    const later = await connect();
    expectEqual(await later.entriesAfter(head + 1), entries.slice(1), 'entriesAfter');
    expectEqual(await later.clientState('a'), { lastMid: 3, accountId: 7 }, 'clientState');
    const opened = await later.open();
    expect(opened.epoch > epoch, 'the epoch must be greater than before', opened.epoch);
    expectEqual(opened.snapshot, snapshot, 'snapshot');
    expectEqual(opened.entries, entries.slice(1), 'entries');
    const next = entriesFrom(head + 3, opened.epoch, [['b', 1]]);
    await expectAppended(later, { epoch: opened.epoch, head: head + 3, entries: next });
  },
};

async function open(
  log: RoomLog,
): Promise<{ readonly epoch: number; readonly head: number; readonly page: unknown }> {
  const { epoch, snapshot, entries } = await log.open();
  return { epoch, head: entries.at(-1)?.seq ?? snapshot.seq, page: snapshot.page };
}

function entriesFrom(
  head: number,
  epoch: number,
  ops: readonly (readonly [clientId: string, mid: number])[],
): StreamEntry[] {
  return ops.map(([clientId, mid], index) => ({
    ...{ seq: head + 1 + index, epoch, clientId, mid },
    accountId: 7,
    status: 'applied',
    patch: { removedUuids: [`block-${String(mid)}`] },
  }));
}

/** The entry as that of an op that the room has rejected, or has applied in part. */
function rejectedOrModified(entry: StreamEntry, index: number): StreamEntry {
  const details = { gone: ['block-0'] };
  return index === 0
    ? { ...entry, status: 'rejected', patch: {}, code: 'gone', details }
    : { ...entry, status: 'modified', details };
}

/** An entry as `entriesOf` must return it. */
function withoutPatch({ patch: _, ...entry }: StreamEntry): object {
  return entry;
}

async function expectAppended(
  log: RoomLog,
  batch: Parameters<RoomLog['append']>[0],
): Promise<void> {
  expectEqual(await log.append(batch), { ok: true }, 'append');
}

/** Appends three ops of a client, which reach the head + 3. */
async function appendThree(
  log: RoomLog,
  epoch: number,
  head: number,
): Promise<readonly StreamEntry[]> {
  const entries = entriesFrom(head, epoch, [
    ['a', 1],
    ['a', 2],
    ['a', 3],
  ]);
  await expectAppended(log, { epoch, head, entries });
  return entries;
}

async function expectEmpty(log: RoomLog, seq: number, clientId: string): Promise<void> {
  expectEqual(await log.entriesAfter(seq), [], 'entries that should not be stored');
  expectEqual(await log.clientState(clientId), null, 'clientState');
  expectEqual(await log.entriesOf(clientId, 0), [], 'entriesOf');
}
