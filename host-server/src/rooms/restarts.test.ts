import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamEntry } from '@cobble/engine/collaboration';
import { expect } from 'chai';
import { openPage } from '../app/testing/pageInput.ts';
import { signUp, type TestUser } from '../app/testing/signUp.ts';
import { createTestDatabase, freePort } from '../testing/index.ts';
import type { TestDatabase } from '../testing/createTestDatabase.ts';
import { ServerProcess } from '../testing/faults/ServerProcess.ts';
import { joinRoom, type Participant, until } from './testing/joinRoom.ts';

/** Between two edits, ms: 20 a second. */
const EDIT_MS = 50;
/** Edits before and after a server ends. */
const EDITS = 40;

/** A tab that knows which server it was connected to last. */
interface Tab extends Participant {
  readonly server: () => ServerProcess;
}

describe('rooms of two servers on one database', function () {
  this.timeout(300_000);
  let database: TestDatabase;
  let folder: string;
  let servers: readonly ServerProcess[];
  let ada: TestUser;
  /** Which server a proxy would use, until it cannot connect to it. */
  let current = 0;
  const participants: Participant[] = [];

  before(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), `cobble-test-${String(process.pid)}-restarts-`));
    servers = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const server = new ServerProcess({
          ...{ port: await freePort(), builtMain: null },
          env: {
            ...{ TEST_ROOT: folder, COBBLE_DATA: join(folder, name), DATABASE_URL: database.url },
            ...{ COBBLE_FETCH_FONTS: '0', COBBLE_FETCH_PICTURES: '0', COBBLE_LIVE_ROOMS: '1' },
            COBBLE_ACCEPT_UNSAFE_DATABASE: '1',
          },
        });
        server.launch();
        await server.waitUntilHealthy();
        return server;
      }),
    );
    ada = await signUp(serverAt(0).browser(), 'ada');
    await database.knex('accounts').update({ roles: ['pro'] });
  });
  after(async () => {
    for (const { client } of participants) client.close();
    await Promise.all(servers.map((server) => server.kill()));
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  function serverAt(index: number): ServerProcess {
    const server = servers[index % servers.length];
    if (!server) throw new Error('There is no server');
    return server;
  }

  /** Opens the page in a tab that connects to the current server, and to the other one if it cannot. */
  async function openTab(): Promise<Tab> {
    const target = {
      get port() {
        return serverAt(current).port;
      },
    };
    const page = await openPage({ ...ada, browser: browserAt(current) });
    let connected = serverAt(current);
    const tab = joinRoom(target, ada, page, (socket) => {
      const tried = current;
      socket.on('connect', () => (connected = serverAt(tried)));
      socket.on('connect_error', () => {
        // Unless the other tab has moved on already: it would move back.
        if (current === tried) current += 1;
      });
    });
    participants.push(tab);
    await tab.saved();
    return { ...tab, server: () => connected };
  }

  /** A browser with Ada's session at a server. */
  function browserAt(index: number) {
    const browser = serverAt(index).browser();
    for (const [name, value] of ada.browser.cookies) browser.cookies.set(name, value);
    return browser;
  }

  /** Adds notes at a steady pace. Returns their ids. */
  async function edit({ editor }: Participant): Promise<readonly string[]> {
    const added: string[] = [];
    for (let index = 0; index < EDITS; index += 1) {
      added.push(...editor.add({ type: 'sticky-note' }).unwrap());
      await sleep(EDIT_MS);
    }
    return added;
  }

  /**
   * Ends the current server while somebody edits and another tab is open. Expects that each edit is
   * stored exactly once, that the seqs have no gap, and that both tabs show everything.
   */
  async function expectNothingLost(
    end: (server: ServerProcess) => Promise<unknown>,
  ): Promise<void> {
    const editing = await openTab();
    const watching = await openTab();
    const ended = editing.server();
    const before = await edit(editing);
    const ending = end(ended);
    const during = await edit(editing);
    await ending;
    const after = await edit(editing);
    await editing.saved();
    expect(editing.server().port).not.to.equal(ended.port);
    const { clientId, seq } = editing.client;
    const rows = await database
      .knex('room_entries')
      .where({ page_id: editing.editor.page.ID })
      .orderBy('seq')
      .select<{ seq: string; entry: string; patch: string }[]>('seq', 'entry', 'patch');
    const entries = rows.map(({ entry, patch }): StreamEntry => ({
      ...(JSON.parse(entry) as Omit<StreamEntry, 'patch'>),
      patch: JSON.parse(patch) as StreamEntry['patch'],
    }));
    const first = Number(rows[0]?.seq);
    expect(rows.map((row) => Number(row.seq))).to.eql(rows.map((_, index) => first + index));
    expect(entries.at(-1)?.seq).to.equal(seq);
    const own = entries.filter((entry) => entry.clientId === clientId);
    expect(own.map(({ mid }) => mid)).to.eql(own.map((_, index) => index + 1));
    expect(own.map(({ status }) => status)).not.to.include('rejected');
    const added = own.flatMap(({ patch }) => (patch.added ?? []).map(({ uuid }) => uuid));
    expect(added).to.eql([...before, ...during, ...after]);
    const all = entries.flatMap(({ patch }) => (patch.added ?? []).map(({ uuid }) => uuid));
    expect(all).to.have.length(new Set(all).size);
    await until(() => watching.client.seq === seq);
    expect(watching.editor.page.things).to.eql(editing.editor.page.things);
    for (const { client } of participants.splice(0)) client.close();
    ended.launch();
    await ended.waitUntilHealthy();
  }

  it('move to the other server when theirs gets SIGTERM, and lose no edit of who goes on editing [RO27]', () =>
    expectNothingLost(async (server) => {
      expect(await server.terminate()).to.equal(0);
      expect(server.output).to.include('Stopped.');
    }));

  it('have no owner any more after SIGTERM, so that nobody waits for the next one [RO27]', async () => {
    const tab = await openTab();
    tab.editor.add({ type: 'sticky-note' }).unwrap();
    await tab.saved();
    const server = tab.server();
    const owned = () => database.knex('rooms').whereNotNull('owner_seen_at').select('page_id');
    expect(await owned()).to.have.length(1);
    // Otherwise it would open the room on the other server.
    tab.client.close();
    await server.terminate();
    expect(await owned()).to.eql([]);
    server.launch();
    await server.waitUntilHealthy();
  });

  it('are taken over by the other server when theirs is killed, and lose no edit [RO28]', () =>
    expectNothingLost((server) => server.kill()));
});
