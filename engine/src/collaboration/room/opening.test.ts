import { expect } from 'chai';
import { migratePage } from '../../migrations/migratePage.ts';
import type { Page } from '../../model/Page.ts';
import { parsePageInSteps } from '../../parsing/parsePage.ts';
import { makeTestBlock, makeTestPage, makeTestText } from '../../testing/makeTestPage.ts';
import type { StreamEntry } from '../protocol/streamEntry.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { SimClock } from '../testing/SimClock.ts';
import { SimLog } from '../testing/SimLog.ts';
import { SimProcess } from '../testing/SimProcess.ts';
import { finish } from '../Work.ts';
import { restorePage } from './restorePage.ts';
import { createRoom } from './Room.ts';

const manyTexts = (count: number) =>
  Array.from({ length: count }, (_, index) => makeTestText(`t${String(index)}`, 'Text'));

/** A room whose clock passes a millisecond whenever it is read, so that turns end. */
function openSlowly(page: unknown, entries: readonly StreamEntry[] = []) {
  const clock = new SimClock();
  const turns: (() => void)[] = [];
  const log = new SimLog(page, clock, () => Promise.resolve());
  const roomLog = log.of(new SimProcess());
  if (entries.length > 0) {
    const { open } = roomLog;
    Object.assign(roomLog, { open: async () => ({ ...(await open()), entries }) });
  }
  let nowMs = 0;
  const failures: unknown[] = [];
  const room = createRoom({
    log: roomLog,
    clock: {
      now: () => (nowMs += 1),
      after: (delayMs, run) => {
        if (delayMs === 0) turns.push(run);
        return () => undefined;
      },
    },
    onFailure: (error) => failures.push(error),
  });
  return { room, turns, failures };
}

async function runAll(turns: (() => void)[]): Promise<number> {
  let count = 0;
  await flushPromises();
  for (let turn = turns.shift(); turn; turn = turns.shift()) {
    count += 1;
    turn();
    await flushPromises();
  }
  return count;
}

describe('opening the room of a large page', () => {
  it('takes many short turns of the event loop, in which the server goes on with other rooms [R80]', async () => {
    const page = makeTestPage(manyTexts(200));
    const { room, turns, failures } = openSlowly(page);
    // Reading, indexing and measuring each block.
    expect(await runAll(turns)).to.be.greaterThan((3 * 200) / 15);
    expect((await room.read())?.page.things).to.eql(page.things);
    expect(failures).to.eql([]);
  });

  it('divides the entries after the snapshot too, which may be large [R80]', async () => {
    const page = makeTestPage();
    const [section = ''] = Object.keys(page.things);
    const added = manyTexts(300).map((block) => ({ ...block, parentUuid: section }));
    const head = { seq: 1, epoch: 1, clientId: 'a', accountId: 1, mid: 1 } as const;
    const entry: StreamEntry = { ...head, status: 'applied', patch: { added } };
    const { room, turns, failures } = openSlowly(page, [entry]);
    expect(await runAll(turns)).to.be.greaterThan((3 * 300) / 15);
    const { things = {} } = (await room.read())?.page ?? {};
    expect(Object.keys(things)).to.have.length(Object.keys(page.things).length + 300);
    expect(failures).to.eql([]);
  });

  it('can be given up between two turns [R80]', async () => {
    const { room, turns } = openSlowly(makeTestPage(manyTexts(200)));
    const read = room.read();
    await flushPromises();
    void room.close();
    await runAll(turns);
    expect(await read).to.equal(null);
  });

  it('reads the page as it is read at once, and refuses what is refused then [R80]', () => {
    const page = makeTestPage([...manyTexts(20), makeTestBlock('kit', { type: 'mystery' })]);
    const json: unknown = JSON.parse(JSON.stringify(page));
    const read = finish(parsePageInSteps(json));
    expect(read).to.eql(migratePage(json).page);
    expect(JSON.stringify(read)).to.equal(JSON.stringify(page));
    expect(Object.isFrozen(read) && Object.isFrozen(read?.things)).to.equal(true);
    const [section = ''] = Object.keys(page.things);
    const broken: unknown[] = [
      null,
      { ...page, things: null },
      { ...page, style: null },
      { ...page, things: {} },
      { ...page, things: { ...page.things, x: { ...page.things.t1, parentUuid: 'nobody' } } },
      { ...page, things: { ...page.things, [section]: undefined } },
      JSON.parse(JSON.stringify(page).replace('"t1":', '"__proto__":')),
    ];
    for (const each of broken) {
      expect(finish(parsePageInSteps(each))).to.equal(null);
      expect(() => migratePage(each)).to.throw();
    }
  });

  it('starts from the newest entry that replaces the page [R80]', async () => {
    const first = makeTestPage(manyTexts(3));
    const whole = makeTestPage(manyTexts(2)) as Page & Record<string, unknown>;
    const head = { seq: 1, epoch: 1, clientId: 'a', accountId: 1, mid: 1 } as const;
    const entries: StreamEntry[] = [
      { ...head, status: 'applied', patch: { removedUuids: ['t0'] } },
      { ...head, seq: 2, mid: 2, status: 'applied', patch: { whole } },
      { ...head, seq: 3, mid: 3, status: 'applied', patch: { removedUuids: ['t1'] } },
    ];
    const { room, turns } = openSlowly(first, entries);
    await runAll(turns);
    expect(Object.keys((await room.read())?.page.things ?? {})).to.not.include('t1');
    expect((await room.read())?.seq).to.equal(3);
  });

  it('knows no block as removed that the page has: one that replaced it without its room may have brought it back [R104]', () => {
    const page: unknown = JSON.parse(JSON.stringify(makeTestPage(manyTexts(2))));
    const removed = [
      { uuid: 't0', seq: 2 },
      { uuid: 'gone', seq: 3 },
    ];
    const snapshot = { seq: 5, page, removed, horizonSeq: 1 };
    const opened = { epoch: 1, snapshot, entries: [], previousOwnerQuietMs: null };
    const { removals } = finish(restorePage(opened, {})).state;
    expect(removals).to.eql({ removed: [{ uuid: 'gone', seq: 3 }], horizonSeq: 1 });
  });
});
