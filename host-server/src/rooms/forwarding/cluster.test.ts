import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Knex } from 'knex';
import type { Page } from '@cobble/engine';
import { openPage } from '../../app/testing/pageInput.ts';
import { signUp, type TestUser } from '../../app/testing/signUp.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { joinRoom, type Participant, until } from '../testing/joinRoom.ts';
import { requirePrograms } from '../testing/requirePrograms.ts';
import { TestCluster } from '../testing/TestCluster.ts';

const guide = new URL('../../../../docs/operations.md', import.meta.url);

describe('three servers behind nginx, started by the script', function () {
  this.timeout(300_000);
  let cluster: TestCluster;
  let knex: Knex;
  const close: (() => Promise<void>)[] = [];
  let ada: TestUser;
  let page: Page;
  const tabs: Participant[] = [];

  before(async function () {
    requirePrograms('redis-server', 'nginx');
    cluster = await TestCluster.start();
    close.push(() => cluster.stop());
    knex = openDatabase(cluster.state.databaseUrl);
    close.push(() => knex.destroy());
    ada = await signUp(cluster.browser(), 'ada');
    await knex('accounts').update({ roles: ['pro'] });
    page = await openPage(ada);
    for (let count = 0; count < 3; count += 1) await openTab();
    await spread();
  });
  after(async () => {
    for (const { client } of tabs) client.close();
    for (const each of close.splice(0).toReversed()) await each();
  });

  async function openTab(): Promise<void> {
    const tab = joinRoom(cluster.state, ada, page);
    tabs.push(tab);
    await tab.saved();
  }

  /** Opens tabs until each server has one: the proxy sends them to the servers in turns. */
  async function spread(): Promise<void> {
    for (let count = 0; count < 20; count += 1) {
      const joined = await cluster.metric('cobble_room_sockets', 'joined');
      if (joined.every((each) => each > 0)) return;
      await openTab();
    }
    throw new Error('Some server has no connection');
  }

  /** Which server owns the room. */
  async function owner(): Promise<number> {
    for (;;) {
      const open = await cluster.metric('cobble_rooms_open');
      if (open.some((each) => each > 0)) return open.findIndex((each) => each > 0);
      await delay(50);
    }
  }

  /** The id of the process that owns the room. */
  async function ownerId(): Promise<string | null | undefined> {
    const [room] = await knex('rooms').select<{ owner_server: string | null }[]>('owner_server');
    return room?.owner_server;
  }

  /** How often the servers that are counted have taken the room over. */
  async function takeOversOf(isCounted: (index: number) => boolean): Promise<number> {
    const counts = await cluster.metric('cobble_room_take_overs_total');
    return counts.reduce((sum, count, index) => sum + (isCounted(index) ? count : 0), 0);
  }

  /** The number of the room's owner. */
  async function newestEpoch(): Promise<number> {
    const [room] = await knex('rooms').select<{ epoch: string }[]>('epoch');
    return Number(room?.epoch);
  }

  /** Adds a note in each tab. */
  const edit = (): readonly string[] =>
    tabs.flatMap(({ editor }) => editor.add({ type: 'sticky-note' }).unwrap());

  /** Expects that every tab shows all of these notes and everything is stored, once and in one order. */
  async function expectEverywhere(notes: readonly string[]): Promise<void> {
    for (const { editor } of tabs) await until(() => notes.every((id) => editor.blocks.has(id)));
    for (const tab of tabs) await tab.saved();
    const rows = await knex('room_entries')
      .where({ page_id: page.ID })
      .orderBy('seq')
      .select<{ seq: string; patch: string }[]>('seq', 'patch');
    expect(rows.map(({ seq }) => Number(seq))).to.eql(
      rows.map((_, index) => Number(rows[0]?.seq) + index),
    );
    const added = rows.flatMap(({ patch }) => {
      const { added: blocks = [] } = JSON.parse(patch) as { added?: { uuid: string }[] };
      return blocks.map(({ uuid }) => uuid);
    });
    expect(added).to.include.members([...notes]);
    expect(added).to.have.length(new Set(added).size);
  }

  async function untilRestarted(index: number, pid: number): Promise<void> {
    while (cluster.state.servers[index]?.pid === pid) await delay(50);
    while (!(await cluster.isHealthy(index))) await delay(50);
  }

  it('show an edit at one of them to people at all, without taking the room from each other [RO39]', async () => {
    await expectEverywhere(edit());
    expect((await cluster.metric('cobble_rooms_open')).filter((each) => each > 0)).to.eql([1]);
    expect(await newestEpoch()).to.equal(1);
  });

  it('go on when the owner is killed, although it could not give its room up [RO43]', async () => {
    const killed = await owner();
    const id = await ownerId();
    const before = await takeOversOf((index) => index !== killed);
    const pid = cluster.signal(killed, 'SIGKILL');
    await expectEverywhere(edit());
    // Not its index: the process that is started in its place may be the first one to ask.
    expect(await ownerId()).not.to.be.oneOf([id, null, undefined]);
    await untilRestarted(killed, pid);
    expect((await takeOversOf(() => true)) - before).to.be.at.least(1);
  });

  it('go on when the owner is stopped, and when a server is killed that forwards to it [RO43]', async () => {
    const stopped = await owner();
    const pid = cluster.signal(stopped, 'SIGTERM');
    await expectEverywhere(edit());
    await untilRestarted(stopped, pid);
    await spread();
    const next = await owner();
    const other = (next + 1) % 3;
    const otherPid = cluster.signal(other, 'SIGKILL');
    await expectEverywhere(edit());
    expect(await owner()).to.equal(next);
    await untilRestarted(other, otherPid);
  });

  it('keep an owner out that was suspended while another one took its room over [RO43]', async () => {
    const suspended = await owner();
    const epoch = await newestEpoch();
    await spread();
    cluster.signal(suspended, 'SIGSTOP');
    const notes = edit();
    try {
      while ((await newestEpoch()) === epoch) await delay(50);
    } finally {
      cluster.signal(suspended, 'SIGCONT');
    }
    await expectEverywhere(notes);
    await expectEverywhere(edit());
    expect(await newestEpoch()).to.equal(epoch + 1);
  });

  it('go on when Redis was killed, and comes back without what it had [RO44]', async () => {
    await spread();
    process.kill(cluster.state.redis.pid, 'SIGKILL');
    await until(() => tabs.some(({ client }) => client.status === 'connecting'));
    await expectEverywhere(edit());
  });

  it('use what the guide for operators shows [RO47]', () => {
    const blocks = readFileSync(guide, 'utf8').match(/(?<=```nginx\n)[^`]+/g) ?? [];
    const shown = blocks.flatMap((block) => block.split('\n').map((line) => line.trim()));
    const used = cluster.read('nginx.conf');
    const settings = shown.filter((line) => line.startsWith('proxy_') || line.startsWith('map '));
    expect(settings).to.include('proxy_set_header Upgrade $http_upgrade;');
    for (const line of settings) expect(used).to.include(line);
    // By default, nginx would leave a server alone that has answered a single request with 503.
    const optionsOf = (text: string): string[] =>
      (text.match(/server 127\.0\.0\.1:\d+ [^;]*(?=;)/g) ?? []).map((line) =>
        line.replace(/^server \S+ /, ''),
      );
    const several = blocks.filter((block) => block.includes('upstream')).join('');
    expect(new Set(optionsOf(several))).to.eql(new Set(['max_fails=0']));
    expect(optionsOf(used)).to.include.members(optionsOf(several));
    expect(optionsOf(used).every((options) => options.startsWith('max_fails=0'))).to.equal(true);
  });

  it('start again after the script was killed, without the programs that it has left [RO64]', async () => {
    const { servers, redis, nginx } = cluster.state;
    const left = [redis.pid, nginx.pid, ...servers.map(({ pid }) => pid)];
    // One that does not respond is ended, too.
    cluster.signal(0, 'SIGSTOP');
    cluster = await cluster.restart();
    for (const index of servers.keys()) while (!(await cluster.isHealthy(index))) await delay(50);
    expect(left.filter(isRunning)).to.eql([]);
    const restarted = openDatabase(cluster.state.databaseUrl);
    close.push(() => restarted.destroy());
    expect(await restarted('pages').where({ id: page.ID })).to.have.length(1);
  });
});

/** Whether a process is running; not one that has ended although nobody has noticed. */
function isRunning(pid: number): boolean {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}
