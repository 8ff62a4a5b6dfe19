import { expect } from 'chai';
import { createMemoryLog } from '../collaboration/room/MemoryLog.ts';
import type { RoomLog } from '../collaboration/room/RoomLog.ts';
import { SimClock } from '../collaboration/testing/SimClock.ts';
import type { StreamEntry } from '../collaboration/protocol/streamEntry.ts';
import { runRoomLogTests } from './runRoomLogTests.ts';

const createLog = (): RoomLog => createMemoryLog({ page: { things: {} }, clock: new SimClock() });

/** Returns the titles of the tests that fail for a log. */
async function failedTests(break_: (log: RoomLog) => Partial<RoomLog>): Promise<string[]> {
  const tests: [string, () => void | Promise<void>][] = [];
  runRoomLogTests({
    describe: (_, define) => {
      define();
    },
    it: (title, run) => tests.push([title, run]),
    createLog: () => {
      const log = createLog();
      const broken = { ...log, ...break_(log) };
      return { log: broken, otherLog: broken };
    },
  });
  const failed: string[] = [];
  for (const [title, run] of tests)
    try {
      await run();
    } catch {
      failed.push(title);
    }
  return failed;
}

const rewritten = (
  entries: readonly StreamEntry[] | null,
  rewrite: (entry: StreamEntry) => object,
): readonly StreamEntry[] | null =>
  entries?.map(rewrite as (each: StreamEntry) => StreamEntry) ?? null;

/** Mistakes that a host's log could make. */
const MISTAKES: Readonly<Record<string, (log: RoomLog) => Partial<RoomLog>>> = {
  'gives each owner the same number': (log) => ({
    open: async () => ({ ...(await log.open()), epoch: 1 }),
  }),
  'says that there was an owner before the first': (log) => ({
    open: async () => ({ ...(await log.open()), previousOwnerQuietMs: 1 }),
  }),
  'forgets that there was an owner': (log) => ({
    open: async () => ({ ...(await log.open()), previousOwnerQuietMs: null }),
  }),
  'appends for every owner': (log) => {
    let newest = 0;
    return {
      open: async () => {
        const opened = await log.open();
        newest = opened.epoch;
        return opened;
      },
      append: (batch) => log.append({ ...batch, epoch: newest }),
    };
  },
  'appends after every head': (log) => ({
    append: async (batch) => {
      const entries = await log.entriesAfter(0);
      return log.append({ ...batch, head: entries?.length ?? 0 });
    },
  }),
  'stores half of a batch': (log) => ({
    append: async (batch) => {
      const outcome = await log.append(batch);
      if (!outcome.ok) await log.append({ ...batch, entries: batch.entries.slice(0, 1) });
      return outcome;
    },
  }),
  'says that it has stored what it has refused': (log) => ({
    append: async (batch) => {
      await log.append(batch);
      return { ok: true };
    },
  }),
  'stores in the background': (log) => ({
    append: (batch) => {
      setTimeout(() => void log.append(batch), 0);
      return Promise.resolve({ ok: true });
    },
  }),
  'reads entries in another order': (log) => ({
    entriesAfter: async (seq) => (await log.entriesAfter(seq))?.toReversed() ?? null,
  }),
  'reads entries from a seq, not after it': (log) => ({
    entriesAfter: (seq) => log.entriesAfter(Math.max(0, seq - 1)),
  }),
  'leaves out the entries after its snapshot': (log) => ({
    open: async () => ({ ...(await log.open()), entries: [] }),
  }),
  'returns large numbers as strings': (log) => ({
    clientState: async (clientId) => {
      const state = await log.clientState(clientId);
      return state && { ...state, lastMid: String(state.lastMid) as never };
    },
  }),
  'cuts texts at a null character': (log) => ({
    entriesAfter: async (seq) =>
      rewritten(
        await log.entriesAfter(seq),
        (entry) => JSON.parse(JSON.stringify(entry).replaceAll('\\u0000', '')) as object,
      ),
  }),
  'finds no client': () => ({ clientState: () => Promise.resolve(null) }),
  'finds the ops of all clients': (log) => ({
    entriesOf: async () => (await log.entriesAfter(0)) ?? [],
  }),
  'finds each op as rejected': (log) => ({
    entriesOf: async (clientId, afterMid) =>
      (await log.entriesOf(clientId, afterMid)).map((each) => ({ ...each, status: 'rejected' })),
  }),
  'finds ops without what the room has decided': (log) => ({
    entriesOf: async (clientId, afterMid) =>
      rewritten(
        await log.entriesOf(clientId, afterMid),
        ({ status: _, code: __, details: ___, ...rest }) => rest,
      ) ?? [],
  }),
  'renews every owner': () => ({ renew: () => Promise.resolve(true) }),
  'never renews': () => ({ renew: () => Promise.resolve(false) }),
  'never closes': () => ({ close: () => Promise.resolve() }),
  'closes for every owner': (log) => {
    let newest = 0;
    return {
      open: async () => {
        const opened = await log.open();
        newest = opened.epoch;
        return opened;
      },
      close: () => log.close(newest),
    };
  },
  'stores no snapshot': () => ({ saveSnapshot: () => Promise.resolve() }),
  'starts from the last snapshot that was stored, not the newest': (log) => {
    let last: Parameters<RoomLog['saveSnapshot']>[0] | null = null;
    return {
      saveSnapshot: (snapshot) => {
        last = snapshot;
        return Promise.resolve();
      },
      open: async () => {
        const opened = await log.open();
        if (!last) return opened;
        const entries = (await log.entriesAfter(last.seq)) ?? [];
        return { ...opened, snapshot: last, entries };
      },
    };
  },
};

describe('runRoomLogTests', () => {
  runRoomLogTests({
    describe,
    it,
    createLog: () => {
      const log = createLog();
      return { log, otherLog: log };
    },
  });

  it('passes a log without mistakes, such as the one in memory [R73]', async () => {
    expect(await failedTests(() => ({}))).to.eql([]);
  });

  for (const [mistake, break_] of Object.entries(MISTAKES))
    it(`fails for a log that ${mistake} [R73]`, async () => {
      expect(await failedTests(break_)).to.not.eql([]);
    });

  it('needs a test runner and a log [J10]', () => {
    for (const name of ['describe', 'it', 'createLog'])
      expect(() =>
        runRoomLogTests({ describe, it, createLog: createLog as never, [name]: undefined }),
      )
        .to.throw(`options.${name}`)
        .with.property('code', 'input_invalid');
  });
});
