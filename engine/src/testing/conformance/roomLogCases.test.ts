import { expect } from 'chai';
import { createMemoryLog } from '../../collaboration/room/MemoryLog.ts';
import type { RoomLog } from '../../collaboration/room/RoomLog.ts';
import { SimClock } from '../../collaboration/testing/SimClock.ts';
import type { StreamEntry } from '../../collaboration/protocol/streamEntry.ts';
import { roomLogCases } from './roomLogCases.ts';
import { expectSentence, NONSENSE, testMistakes } from './testMistakes.ts';

/** What a log does differently, given one without mistakes. */
type Break = (log: RoomLog) => Partial<RoomLog>;
type Snapshot = Parameters<RoomLog['saveSnapshot']>[0];

const createLog = (): RoomLog => createMemoryLog({ page: { things: {} }, clock: new SimClock() });

/** Between a check and a write of two statements, others write. */
const waits = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));

const rewritten = (
  entries: readonly StreamEntry[] | null,
  rewrite: (entry: StreamEntry) => object,
): readonly StreamEntry[] | null =>
  entries?.map(rewrite as (each: StreamEntry) => StreamEntry) ?? null;

/** A log that does something in the name of the newest owner. */
const asNewestOwner =
  (break_: (log: RoomLog, newest: () => number) => Partial<RoomLog>): Break =>
  (log) => {
    let newest = 0;
    const open: RoomLog['open'] = async () => {
      const opened = await log.open();
      newest = opened.epoch;
      return opened;
    };
    return { open, ...break_({ ...log, open }, () => newest) };
  };

/** A log whose entries up to a snapshot are gone for a call. */
const withoutEntriesUpToSnapshot =
  (break_: (log: RoomLog, seq: () => number) => Partial<RoomLog>): Break =>
  (log) => {
    let seq = 0;
    const saveSnapshot = async (snapshot: Snapshot): Promise<void> => {
      await log.saveSnapshot(snapshot);
      ({ seq } = snapshot);
    };
    return { saveSnapshot, ...break_(log, () => seq) };
  };

describe('roomLogCases, for an implementation in memory [R73]', () => {
  testMistakes<Break>(
    (breakIt, options) =>
      roomLogCases(() => {
        const log = createLog();
        const broken = { ...log, ...breakIt?.(log) };
        return { connect: () => broken };
      }, options),
    {
      'starts with the page that it was created with, and without an owner': {
        'says that there was an owner before the first': (log) => ({
          open: async () => ({ ...(await log.open()), previousOwnerQuietMs: 1 }),
        }),
        'returns the text of the page': (log) => ({
          open: async () => {
            const opened = await log.open();
            const page = JSON.stringify(opened.snapshot.page);
            return { ...opened, snapshot: { ...opened.snapshot, page } };
          },
        }),
        'never opens': () => ({ open: () => new Promise(() => undefined) }),
      },
      'gives each owner the next number, and says how long the last one has been quiet': {
        'gives each owner the same number': (log) => ({
          open: async () => ({ ...(await log.open()), epoch: 1 }),
        }),
        'forgets that there was an owner': (log) => ({
          open: async () => ({ ...(await log.open()), previousOwnerQuietMs: null }),
        }),
      },
      'keeps what it has appended, in order, for the next owner': {
        'reads entries in another order': (log) => ({
          entriesAfter: async (seq) => (await log.entriesAfter(seq))?.toReversed() ?? null,
        }),
        'reads entries from a seq, not after it': (log) => ({
          entriesAfter: (seq) => log.entriesAfter(Math.max(0, seq - 1)),
        }),
        'leaves out the entries after its snapshot': (log) => ({
          open: async () => ({ ...(await log.open()), entries: [] }),
        }),
      },
      'keeps all characters of an entry': {
        'cuts texts at a null character': (log) => ({
          entriesAfter: async (seq) =>
            rewritten(
              await log.entriesAfter(seq),
              (entry) => JSON.parse(JSON.stringify(entry).replaceAll('\\u0000', '')) as object,
            ),
        }),
        'encodes texts as UTF-8': (log) => ({
          entriesAfter: async (seq) =>
            rewritten(
              await log.entriesAfter(seq),
              (entry) => JSON.parse(JSON.stringify(entry).replaceAll('\\ud800', '�')) as object,
            ),
        }),
      },
      'has stored a whole batch when append resolves, however large it is': {
        'stores in the background': (log) => ({
          append: (batch) => {
            void waits().then(() => log.append(batch));
            return Promise.resolve({ ok: true });
          },
        }),
        'stores only the first entries of a large batch': (log) => ({
          append: (batch) => log.append({ ...batch, entries: batch.entries.slice(0, 20) }),
        }),
      },
      'keeps large numbers': {
        'returns large numbers as strings': (log) => ({
          clientState: async (clientId) => {
            const state = await log.clientState(clientId);
            return state && { ...state, lastMid: String(state.lastMid) as never };
          },
        }),
      },
      'stores nothing for an owner whose room another has taken over': {
        'appends for every owner': asNewestOwner((log, newest) => ({
          append: (batch) => log.append({ ...batch, epoch: newest() }),
        })),
        'says that it has stored what it has refused': (log) => ({
          append: async (batch) => {
            await log.append(batch);
            return { ok: true };
          },
        }),
      },
      'stores nothing after another head than its own': {
        'appends after every head': (log) => ({
          append: async (batch) => {
            const entries = await log.entriesAfter(0);
            return log.append({ ...batch, head: entries?.length ?? 0 });
          },
        }),
      },
      'stores an op once, and nothing else of a batch that repeats one': {
        'stores half of a batch': (log) => ({
          append: async (batch) => {
            const outcome = await log.append(batch);
            if (!outcome.ok) await log.append({ ...batch, entries: batch.entries.slice(0, 1) });
            return outcome;
          },
        }),
        'forgets the newest op of a client': (log) => ({
          append: (batch) => {
            const entries = batch.entries.map((each) => ({ ...each, mid: each.seq }));
            return log.append({ ...batch, entries });
          },
        }),
      },
      'accepts one of several appends after the same head': {
        'checks the head some time before it stores': (log) => ({
          append: async (batch) => {
            const stored = (await log.entriesAfter(0))?.length ?? 0;
            if (stored !== batch.head) return { ok: false, code: 'conflict' };
            await waits();
            return log.append({ ...batch, head: (await log.entriesAfter(0))?.length ?? 0 });
          },
        }),
      },
      'gives one of several owners that open it at once the room': {
        'reads the newest number some time before it takes the next': (log) => {
          let newest = 0;
          return {
            open: async () => {
              const epoch = newest + 1;
              await waits();
              newest = epoch;
              return { ...(await log.open()), epoch };
            },
            renew: (epoch) => Promise.resolve(epoch === newest),
          };
        },
      },
      'shows a new owner all that the previous one has stored, even at the same moment': {
        'reads the entries some time before it takes the room over': (log) => ({
          open: async () => {
            const entries = (await log.entriesAfter(0)) ?? [];
            await waits();
            return { ...(await log.open()), entries };
          },
        }),
      },
      'renews the newest owner only': {
        'renews every owner': () => ({ renew: () => Promise.resolve(true) }),
        'never renews': () => ({ renew: () => Promise.resolve(false) }),
      },
      'is without an owner once its owner has closed it, and not if an earlier one does': {
        'never closes': () => ({ close: () => Promise.resolve() }),
        'closes for every owner': asNewestOwner((log, newest) => ({
          close: () => log.close(newest()),
        })),
      },
      'knows the newest op and the account of each client, and what became of its ops': {
        'finds no client': () => ({ clientState: () => Promise.resolve(null) }),
        'finds the ops of all clients': (log) => ({
          entriesOf: async () => (await log.entriesAfter(0)) ?? [],
        }),
        'finds each op as rejected': (log) => ({
          entriesOf: async (clientId, afterMid) =>
            (await log.entriesOf(clientId, afterMid)).map((each) => ({
              ...each,
              status: 'rejected',
            })),
        }),
        'finds ops without what the room has decided': (log) => ({
          entriesOf: async (clientId, afterMid) =>
            rewritten(
              await log.entriesOf(clientId, afterMid),
              ({ status: _, code: __, details: ___, ...rest }) => rest,
            ) ?? [],
        }),
        'finds the ops from a mid, not after it': (log) => ({
          entriesOf: (clientId, afterMid) => log.entriesOf(clientId, afterMid - 1),
        }),
      },
      'starts from its newest snapshot, with the entries after it': {
        'stores no snapshot': () => ({ saveSnapshot: () => Promise.resolve() }),
        'starts from the last snapshot that was stored, not the newest': (log) => {
          let last: Snapshot | null = null;
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
      },
      'returns null instead of a list from which entries are missing': {
        'deletes the entries before a snapshot, and returns the others': withoutEntriesUpToSnapshot(
          (log, seq) => ({ entriesAfter: (after) => log.entriesAfter(Math.max(after, seq())) }),
        ),
        'has no entries after its snapshot': withoutEntriesUpToSnapshot((log, seq) => ({
          entriesAfter: (after) => (seq() > 0 ? Promise.resolve(null) : log.entriesAfter(after)),
        })),
      },
      'knows the ops before its snapshot, and refuses to store them again': {
        'forgets the clients of entries before a snapshot': withoutEntriesUpToSnapshot(
          (log, seq) => ({
            clientState: (clientId) =>
              seq() > 0 ? Promise.resolve(null) : log.clientState(clientId),
          }),
        ),
        'forgets what became of ops before a snapshot': withoutEntriesUpToSnapshot((log, seq) => ({
          entriesOf: async (clientId, mid) =>
            (await log.entriesOf(clientId, mid)).filter((each) => each.seq > seq()),
        })),
      },
      'has everything when it is connected again, as after a restart': {},
    },
  );

  it('finds one that keeps everything in the connection [R94]', async () => {
    const cases = roomLogCases(() => ({ connect: createLog }));
    const again = cases.find(({ name }) => name.startsWith('has everything when'));
    const problem: unknown = await again?.run().catch((error: unknown) => error);
    expect(problem).to.have.property('code', 'conformance_failed');
  });

  for (const call of [
    'open',
    'append',
    'renew',
    'entriesAfter',
    'clientState',
    'entriesOf',
  ] as const)
    it(`says that ${call} has resolved to nonsense, and does not fail with a TypeError [R110]`, async () => {
      for (const result of NONSENSE) {
        const create = () => {
          const log = { ...createLog(), [call]: () => Promise.resolve(result) };
          return { connect: () => log };
        };
        await expectSentence(roomLogCases(create, { timeoutMs: 300 }), `${call} must resolve to`);
      }
    });

  it('says what is missing if there is no log [R110]', async () => {
    const of = (subject: unknown) => roomLogCases(() => subject as never).slice(0, 1);
    for (const subject of [undefined, 5, {}])
      await expectSentence(of(subject), 'create must return an object with the functions connect');
    for (const log of [undefined, {}, { ...createLog(), renew: 5 }])
      await expectSentence(of({ connect: () => log }), 'connect must return an object with the');
    await expectSentence(of({ connect: createLog, close: 5 }), 'close must be a function');
  });

  it('needs a function that creates a log [J13]', () => {
    expect(() => roomLogCases(undefined as never))
      .to.throw('create')
      .with.property('code', 'input_invalid');
  });
});
