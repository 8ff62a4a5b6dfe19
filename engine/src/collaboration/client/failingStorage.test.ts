import { expect } from 'chai';
import { connectManually } from '../testing/connectManually.ts';
import { SimClock } from '../testing/SimClock.ts';
import { flushPromises } from '../testing/reliableSimulation.ts';
import { ClientStorage } from './ClientStorage.ts';
import { createMemoryStorage, type RoomStorage } from './RoomStorage.ts';

const full = new Error('full');
const never = (): Promise<never> => new Promise(() => undefined);
const editTitle = (
  { editor }: Awaited<ReturnType<typeof connectManually>>,
  title: string,
): unknown => editor.updatePage({ settings: { title } });

let ids = 0;

/** A client, with what it reports about its storage. */
async function connect(storage: RoomStorage) {
  const failures: unknown[] = [];
  const connected = await connectManually({
    storage,
    createId: () => `id-${String(++ids)}`,
    onFailure: (error) => void failures.push(error),
  });
  const statuses: string[] = [];
  connected.client.listen({ onStorageStatus: (status) => statuses.push(status) });
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 500) {
      connected.clock.advance(500);
      await flushPromises();
    }
  };
  return { ...connected, failures, statuses, pass };
}

/** A storage in memory whose writes fail as long as `fails` returns a function. */
function writesFail(fails: () => (() => Promise<void>) | null) {
  const memory = createMemoryStorage();
  const storage: RoomStorage = {
    entries: memory.entries,
    put: (key, value) => fails()?.() ?? memory.put(key, value),
    delete: (key) => fails()?.() ?? memory.delete(key),
  };
  return { storage, memory };
}

const WRITE_FAILURES: Record<string, () => Promise<void>> = {
  throws: () => {
    throw full;
  },
  rejects: () => Promise.reject(full),
  hangs: never,
};

describe('a room client whose storage', () => {
  for (const [name, fail] of Object.entries(WRITE_FAILURES))
    it(`${name} keeps its ops in memory, sends them, and stores them later [R60]`, async () => {
      let isFailing = false;
      const { storage, memory } = writesFail(() => (isFailing ? fail : null));
      const tab = await connect(storage);
      tab.open();
      tab.welcome();
      isFailing = true;
      editTitle(tab, 'A');
      editTitle(tab, 'B');
      await tab.pass(4000);
      expect(tab.client.storageStatus).to.equal('failing');
      expect(tab.statuses).to.eql(['failing']);
      expect(tab.failures.length).to.equal(1);
      expect([tab.client.status, tab.client.pendingCount]).to.eql(['live', 2]);
      expect(tab.sentOps().map(({ mid }) => mid)).to.include.members([1, 2]);
      expect(tab.editor.page.settings.title).to.equal('B');
      isFailing = false;
      await tab.pass(40_000);
      expect(tab.client.storageStatus).to.equal('working');
      expect(tab.statuses).to.eql(['failing', 'working']);
      expect((await memory.entries()).map(([key]) => key.slice(0, 3)).sort()).to.eql([
        'op:',
        'op:',
      ]);
      tab.client.close();
      const again = await connect(storage);
      expect([again.client.pendingCount, again.editor.page.settings.title]).to.eql([2, 'B']);
    });

  it('fails once stores the op on the next attempt [R60]', async () => {
    let failures = 0;
    const { storage, memory } = writesFail(() =>
      failures++ === 0 ? () => Promise.reject(full) : null,
    );
    const tab = await connect(storage);
    editTitle(tab, 'A');
    await flushPromises();
    expect(tab.statuses).to.eql(['failing']);
    await tab.pass(1500);
    expect(tab.statuses).to.eql(['failing', 'working']);
    expect((await memory.entries()).map(([key]) => key)).to.eql([
      `op:0000000000000001:${tab.client.clientId ?? ''}`,
    ]);
    await tab.pass(60_000);
    expect(tab.statuses).to.eql(['failing', 'working']);
  });

  it('has failed stores no op that was acknowledged meanwhile [R60]', async () => {
    let isFailing = false;
    const { storage, memory } = writesFail(() => (isFailing ? () => Promise.reject(full) : null));
    const tab = await connect(storage);
    tab.open();
    tab.welcome();
    isFailing = true;
    editTitle(tab, 'A');
    tab.client.flush();
    await flushPromises();
    const entry = { seq: 1, epoch: 1, clientId: tab.client.clientId, accountId: 1, mid: 1 };
    tab.receive({ type: 'stream', entries: [{ ...entry, status: 'applied', patch: {} }] });
    expect(tab.client.pendingCount).to.equal(0);
    isFailing = false;
    await tab.pass(10_000);
    expect(await memory.entries()).to.eql([]);
    expect(tab.statuses).to.eql(['failing', 'working']);
  });

  const READ_FAILURES: Record<string, () => Promise<never>> = {
    'throws on read': () => {
      throw full;
    },
    'rejects on read': () => Promise.reject(full),
    'hangs on read': never,
  };
  for (const [name, fail] of Object.entries(READ_FAILURES))
    it(`${name} works in memory, and does not overwrite what is stored [R60]`, async () => {
      const memory = createMemoryStorage();
      const first = await connect(memory);
      editTitle(first, 'Stored');
      await flushPromises();
      first.client.close();
      const before = await memory.entries();
      let isFailing = true;
      const entries: RoomStorage['entries'] = () => (isFailing ? fail() : memory.entries());
      const tab = await connect({ ...memory, entries });
      editTitle(tab, 'In memory');
      await tab.pass(10_000);
      expect(tab.client.storageStatus).to.equal('failing');
      tab.open();
      tab.welcome();
      await tab.pass(500);
      expect([tab.client.status, tab.client.pendingCount]).to.eql(['live', 1]);
      expect(tab.sentOps()).to.have.length.greaterThan(0);
      expect(tab.client.clientId).to.not.equal(first.client.clientId);
      isFailing = false;
      await tab.pass(40_000);
      expect(await memory.entries()).to.eql(before);
      tab.client.close();
      const again = await connect(memory);
      expect(again.client.clientId).to.equal(first.client.clientId);
      expect(again.editor.page.settings.title).to.equal('Stored');
    });

  it('fails only on the first read uses it as usual [R60]', async () => {
    const memory = createMemoryStorage();
    const first = await connect(memory);
    editTitle(first, 'Stored');
    await flushPromises();
    first.client.close();
    let reads = 0;
    const tab = await connect({
      ...memory,
      entries: () => (reads++ === 0 ? Promise.reject(full) : memory.entries()),
    });
    await tab.pass(1000);
    expect([tab.client.clientId, tab.client.pendingCount]).to.eql([first.client.clientId, 1]);
    expect(tab.editor.page.settings.title).to.equal('Stored');
    expect(tab.client.storageStatus).to.equal('working');
  });

  it('has something to store before it is read stores it once it is: otherwise a text would be lost [R60]', async () => {
    const memory = createMemoryStorage();
    let reads = 0;
    const entries: RoomStorage['entries'] = () =>
      reads++ === 0 ? Promise.reject(full) : memory.entries();
    const clock = new SimClock();
    const statuses: string[] = [];
    const storage = new ClientStorage({ ...memory, entries }, clock, (status) =>
      statuses.push(status),
    );
    void storage.put('text:a', 'A');
    void storage.read();
    await flushPromises();
    clock.advance(1000);
    await flushPromises();
    expect(await memory.entries()).to.eql([['text:a', 'A']]);
    expect([storage.status, statuses]).to.eql(['working', ['failing', 'working']]);
  });

  it('cannot be read at first, and is empty, uses it once it can be read [R60]', async () => {
    const memory = createMemoryStorage();
    let isFailing = true;
    const entries: RoomStorage['entries'] = () =>
      isFailing ? Promise.reject(full) : memory.entries();
    const tab = await connect({ ...memory, entries });
    await tab.pass(2000);
    editTitle(tab, 'A');
    isFailing = false;
    await tab.pass(40_000);
    expect(tab.client.storageStatus).to.equal('working');
    const keys = (await memory.entries()).map(([key]) => key);
    expect(keys).to.eql([`op:0000000000000001:${tab.client.clientId ?? ''}`]);
  });

  it('fails keeps lost texts until they are dismissed [R60, R24]', async () => {
    const { storage } = writesFail(() => () => Promise.reject(full));
    const tab = await connect(storage);
    tab.open();
    tab.welcome();
    tab.editor.add({ type: 'sticky-note', content: { stickyNoteText: { text: 'Mine' } } });
    tab.client.flush();
    tab.receive({ type: 'role', role: 'viewer' });
    tab.receive({ type: 'error', code: 'not_permitted' });
    expect(JSON.stringify(tab.client.lostTexts)).to.include('Mine');
    await tab.pass(5000);
    expect(tab.client.storageStatus).to.equal('failing');
  });

  it('holds something malformed still joins, and starts from the entries that it can read [R18, R60]', async () => {
    const memory = createMemoryStorage();
    for (const entries of [undefined, 5, [null], [[5, 5]], [{}], [['client', 'x'], null]]) {
      const isList = Array.isArray(entries);
      const tab = await connect({ ...memory, entries: () => Promise.resolve(entries as never) });
      await tab.pass(3000);
      tab.open();
      tab.welcome();
      expect(tab.client.status, JSON.stringify(entries)).to.equal('live');
      expect(tab.client.storageStatus).to.equal(isList ? 'working' : 'failing');
      expect(tab.failures.map(String).join()).to[isList ? 'equal' : 'include'](
        isList ? '' : 'options.storage.entries must resolve to a list',
      );
    }
  });
});

describe("a room client whose host's functions are wrong", () => {
  it('reports them to the caller or to onFailure, and leaves no rejection unhandled [R41, J13]', async () => {
    const fail = (): never => {
      throw full;
    };
    for (const createId of [fail, () => 5 as never, () => '', () => null as never])
      await connectManually({ createId }).then(
        () => expect.fail('accepted'),
        (error: unknown) => expect(error).to.include({ code: 'input_invalid' }),
      );
    for (const after of [() => undefined as never, fail]) {
      const failures: unknown[] = [];
      const { client } = await connectManually({
        createId: () => 'a',
        clock: { now: () => 0, after },
        onFailure: (error) => void failures.push(error),
      });
      await flushPromises();
      client.close();
      expect(failures.length).to.be.greaterThan(0);
    }
  });
});
