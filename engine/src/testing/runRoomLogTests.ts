import type { RoomLog, RoomSnapshot } from '../collaboration/room/RoomLog.ts';
import type { StreamEntry } from '../collaboration/protocol/streamEntry.ts';
import { readOption } from '../editor/readArguments.ts';
import { CobbleError } from '../model/CobbleError.ts';
import { checkFunction } from '../model/inputError.ts';
import { equalJson } from '../model/json.ts';

/** Options of {@link runRoomLogTests}. */
export interface RoomLogTestOptions {
  /** `describe` of mocha, vitest or `node:test`. */
  readonly describe: (title: string, define: () => void) => unknown;
  readonly it: (title: string, run: () => void | Promise<void>) => unknown;
  /** Creates the log of a page whose room has never been opened. Called once for each test. */
  readonly createLog: () => RoomLogSubject | Promise<RoomLogSubject>;
}

/** The log of one page. */
export interface RoomLogSubject {
  readonly log: RoomLog;
  /** The log of the same page as another server has it, with a connection of its own. */
  readonly otherLog: RoomLog;
  /** Called after the test. */
  readonly close?: (() => void | Promise<void>) | undefined;
}

type Subject = Required<Pick<RoomLogSubject, 'log' | 'otherLog'>>;

/**
 * Defines the tests that every `RoomLog` should pass, with the given test runner: it stores entries
 * once and in order, only for the newest owner, and whole batches or nothing.
 *
 * @throws CobbleError `input_invalid` without a test runner or `createLog`
 * @example
 * import { describe, it } from 'node:test';
 * runRoomLogTests({ describe, it, createLog: () => ({ log: myLog(), otherLog: myLog() }) });
 */
export function runRoomLogTests(options: RoomLogTestOptions): void {
  for (const name of ['describe', 'it', 'createLog'])
    checkFunction(`options.${name}`, readOption(options, name));
  const { describe, it, createLog } = options;
  describe('a room log', () => {
    for (const [title, run] of Object.entries(TESTS))
      it(title, async () => {
        const subject = await createLog();
        try {
          await run(subject);
        } finally {
          await subject.close?.();
        }
      });
  });
}

const TESTS: Readonly<Record<string, (subject: Subject) => Promise<void>>> = {
  async 'starts with the page that it was created with, and without an owner'({ log }) {
    const opened = await log.open();
    expectEqual(opened.entries, [], 'entries');
    expectEqual(opened.previousOwnerQuietMs, null, 'previousOwnerQuietMs');
    expect(Number.isInteger(opened.snapshot.seq), 'the seq must be a number');
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
    const to = 'ü 😀 \u0000 \ud800 "\\ \u2028 مرحبا';
    const [entry] = entriesFrom(head, epoch, [['a', 1]]);
    const entries = [{ ...entry, patch: { page: [{ path: ['style'], to }] } } as StreamEntry];
    await expectAppended(log, { epoch, head, entries });
    expectEqual(await log.entriesAfter(head), entries, 'entries');
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
    const entries = entriesFrom(head, epoch, [
      ['a', 1],
      ['a', 2],
      ['a', 3],
    ]);
    await expectAppended(log, { epoch, head, entries });
    const snapshotAt = (seq: number): RoomSnapshot => ({
      seq,
      page: { at: seq, before: page },
      removed: [['gone', { seq: head + 1 }]] as unknown as RoomSnapshot['removed'],
      horizonSeq: head,
    });
    await log.saveSnapshot(snapshotAt(head + 2));
    await log.saveSnapshot(snapshotAt(head + 2));
    // Of an owner that was slow.
    await log.saveSnapshot(snapshotAt(head + 1));
    const opened = await otherLog.open();
    expectEqual(opened.snapshot, snapshotAt(head + 2), 'snapshot');
    expectEqual(opened.entries, entries.slice(2), 'entries');
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

async function expectEmpty(log: RoomLog, seq: number, clientId: string): Promise<void> {
  expectEqual(await log.entriesAfter(seq), [], 'entries that should not be stored');
  expectEqual(await log.clientState(clientId), null, 'clientState');
  expectEqual(await log.entriesOf(clientId, 0), [], 'entriesOf');
}

function expectEqual(actual: unknown, expected: unknown, what: string): void {
  expect(equalJson(actual, expected), `${what}: expected ${JSON.stringify(expected)}`, actual);
}

function expect(condition: boolean, message: string, found: unknown = null): asserts condition {
  if (condition) return;
  const suffix = found === null ? '' : `, found ${JSON.stringify(found).slice(0, 400)}`;
  throw new CobbleError('log_test_failed', message + suffix);
}
