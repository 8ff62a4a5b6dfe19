import { gzipSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@cobble/engine';
import { when } from 'mobx';
import { Latencies } from '../hostile/Latencies.ts';
import { EditorClient } from '../room-load/EditorClient.ts';
import { pageHash } from '../room-load/pageHash.ts';
import type { RoomStage, StagePage } from '../room-load/RoomStage.ts';
import { TcpProxy } from '../room-load/TcpProxy.ts';
import { type BenchOptions, sized } from './BenchOptions.ts';
import { addressOf, Crowd } from './Crowd.ts';
import { atLeast, atMost, compared, type Measured, ownLateness } from './figures.ts';
import { pace } from './pace.ts';

/** 1 Mbit/s. */
const SLOW_BYTES_PER_SECOND = 125_000;
const WAIT_MS = 60_000;

/** Joining the room of a page of 1,000 blocks with an editor. */
export async function measureJoining(stage: RoomStage, options: BenchOptions): Promise<Measured> {
  const blocks = 1000;
  const [owner, ...others] = await stage.firstMembers(5);
  if (!owner) throw new Error('There is no account');
  const page = await stage.addPage(owner, blocks);
  const crowd = new Crowd(stage);
  try {
    await crowd.join(page, [owner, ...others]);
    const times = new Latencies();
    const joins = sized(options, 200, 20, 2);
    const editing = crowd.editFor((joins * 150) / 1000, 1);
    for (let index = 0; index < joins; index += 1) times.add(await joinOnce(stage, page));
    await editing;
    await crowd.settle();
    await crowd.check();
    return {
      figures: [
        atMost('Joining a room of 1,000 blocks, p95', times.percentile(0.95), 400),
        compared('Joining a room of 1,000 blocks, median', times.percentile(0.5)),
      ],
      notes: [`${String(joins)} editors, one after the other, while others move blocks`],
    };
  } finally {
    crowd.close();
  }
}

/** How long it takes until an editor that has no page shows the room's, ms. */
async function joinOnce(stage: RoomStage, stagePage: StagePage, proxy?: TcpProxy): Promise<number> {
  const appPort = stage.server().port;
  const startMs = performance.now();
  const joining = new EditorClient({
    ...{ port: () => proxy?.port ?? appPort, member: stagePage.owner, stagePage },
    appPort: () => appPort,
    ...{ page: emptyPage(stagePage), baseSeq: null },
  });
  try {
    await when(() => joining.client.status === 'live', { timeout: WAIT_MS });
    const tookMs = performance.now() - startMs;
    if (joining.editor.blocks.size <= stagePage.blocks.length)
      throw new Error('An editor does not show all blocks');
    return tookMs;
  } finally {
    joining.close();
  }
}

function emptyPage({ page, section }: StagePage): Page {
  const { [section]: only } = page.things;
  return { ...page, things: only ? { [section]: only } : {} };
}

/** Joining a page of 10,000 blocks on a slow connection while others edit. */
export async function measureSlowJoining(
  stage: RoomStage,
  options: BenchOptions,
): Promise<Measured> {
  const limitMs = 12_000;
  const [owner, ...others] = await stage.firstMembers(8);
  if (!owner) throw new Error('There is no account');
  const page = await stage.addPage(owner, 10_000, 36);
  const json = JSON.stringify(page.page);
  const crowd = new Crowd(stage);
  const proxies: TcpProxy[] = [];
  try {
    await crowd.join(page, [owner, ...others]);
    const ending = { isOver: false };
    const editing = (async () => {
      let ops = 0;
      const startMs = performance.now();
      while (!ending.isOver) ops += await crowd.editFor(1, 5);
      return (ops * 1000) / (performance.now() - startMs);
    })();
    const joins = sized(options, 20, 2, 2);
    const times: number[] = [];
    const joinAll = async (): Promise<void> => {
      for (let index = 0; index < joins; index += 2)
        await Promise.all(
          [index, index + 1].map(async () => {
            const proxy = await TcpProxy.start(() => stage.server().port, {
              bytesPerSecond: SLOW_BYTES_PER_SECOND,
            });
            proxies.push(proxy);
            times.push(await joinOnce(stage, page, proxy).catch(() => Infinity));
            options.log(
              `join ${String(times.length)} of ${String(joins)}: ${String(times.at(-1))} ms`,
            );
            proxy.close();
          }),
        );
    };
    await joinAll().finally(() => (ending.isOver = true));
    const perSecond = await editing;
    await crowd.settle();
    await crowd.check();
    const inTime = times.filter((ms) => ms <= limitMs).length;
    return {
      figures: [
        atLeast(`Of ${String(joins)} editors, interactive within 12 s`, inTime, joins, ''),
        compared('The slowest', Math.max(...times)),
        compared('The fastest', Math.min(...times)),
      ],
      notes: [
        `10,000 blocks, ${(json.length / 1e6).toFixed(1)} MB, ` +
          `${(gzipSync(json).length / 1e6).toFixed(2)} compressed, over 1 Mbit/s each, ` +
          `while the room takes ${perSecond.toFixed(0)} ops/s`,
      ],
    };
  } finally {
    for (const proxy of proxies) proxy.close();
    crowd.close();
  }
}

/** 400 sockets that lose their connections and reconnect at once. */
export async function measureReconnecting(
  stage: RoomStage,
  options: BenchOptions,
): Promise<Measured> {
  const [rooms, perRoom] = [sized(options, 8, 8, 1), sized(options, 50, 50, 10)];
  const members = await stage.firstMembers(rooms * perRoom);
  const crowd = new Crowd(stage);
  try {
    for (let room = 0; room < rooms; room += 1) {
      const own = members.slice(room * perRoom, (room + 1) * perRoom);
      const [owner] = own;
      if (owner) await crowd.join(await stage.addPage(owner, 100), own);
    }
    const times: number[] = [];
    for (let time = 0; time < sized(options, 5, 1, 1); time += 1) {
      await crowd.editFor(1, 1);
      await crowd.settle();
      for (const client of crowd.clients) client.stop();
      // Each has an edit that the room does not know.
      for (const client of crowd.clients) crowd.edit(client);
      await sleep(1000);
      const startMs = performance.now();
      for (const client of crowd.clients) client.start();
      await crowd.settle(WAIT_MS);
      times.push(performance.now() - startMs);
      await crowd.check();
    }
    return {
      figures: [
        atMost(
          `${String(rooms * perRoom)} sockets that reconnect at once, all consistent`,
          Math.max(...times),
          10_000,
        ),
      ],
      notes: [`${String(times.length)} times; each has an edit that was not sent`],
    };
  } finally {
    crowd.close();
  }
}

/** A reader that does not read: what others notice, and when it is cut off. */
export async function measureStalledReader(
  stage: RoomStage,
  options: BenchOptions,
): Promise<Measured> {
  const members = await stage.firstMembers(11);
  const [owner] = members;
  if (!owner) throw new Error('There is no account');
  const page = await stage.addPage(owner, 20);
  const crowd = new Crowd(stage);
  try {
    const [stalled, ...readers] = await crowd.join(page, members);
    if (!stalled) throw new Error('Nobody joined');
    const seconds = sized(options, 20, 5, 1);
    const editFor = async (isDone: () => boolean, minSeconds: number): Promise<number> => {
      crowd.acknowledgements.take();
      crowd.broadcasts.take();
      crowd.startMeasuring();
      const startMs = performance.now();
      while (performance.now() - startMs < minSeconds * 1000 || !isDone()) {
        await crowd.editTextsFor(1, 5, readers);
        if (performance.now() - startMs > WAIT_MS) break;
      }
      crowd.endMeasuring();
      return crowd.acknowledgements.percentile(0.99);
    };
    await editFor(() => true, sized(options, 5, 2, 0));
    const calmMs = await editFor(() => true, seconds);
    const cutOff = (): number | null => {
      const line = /[^\n]*"too_slow"[^\n]*/.exec(stage.log())?.[0];
      return line === undefined ? null : Number(/"bufferedBytes":(\d+)/.exec(line)?.[1] ?? 0);
    };
    const startMs = performance.now();
    stalled.stall();
    let cutMs = 0;
    const stalledMs = await editFor(() => {
      if (cutOff() !== null && cutMs === 0) cutMs = performance.now() - startMs;
      return cutOff() !== null;
    }, seconds);
    stalled.stop();
    stalled.start();
    await crowd.settle();
    await crowd.check();
    return {
      figures: [
        atMost("Others' p99, compared with that without it", stalledMs / calmMs, 1.2, 'times'),
        compared("Others' p99 without it", calmMs),
        compared("Others' p99 with it", stalledMs),
        atMost('Buffered when it was cut off', (cutOff() ?? Infinity) / 2 ** 20, 4.5, 'MB'),
        compared('Time until then', cutMs / 1000, 's'),
      ],
      notes: ['10 writers, 5 texts of 20 KB a second each; the system buffers some MB as well'],
    };
  } finally {
    crowd.close();
  }
}

/** 50 writers with and without 200 viewers. */
export async function measureViewers(stage: RoomStage, options: BenchOptions): Promise<Measured> {
  const [writing, viewing] = [sized(options, 50, 50, 3), sized(options, 200, 200, 6)];
  const members = await stage.firstMembers(writing + viewing);
  const [owner] = members;
  if (!owner) throw new Error('There is no account');
  const page = await stage.addPage(owner, 100);
  const crowd = new Crowd(stage);
  const seconds = sized(options, 60, 5, 1);
  try {
    const writers = await crowd.join(page, members.slice(0, writing));
    const measure = async (): Promise<{ p99: number; lateMs: number }> => {
      await crowd.editFor(sized(options, 10, 2, 0), 1, writers);
      crowd.acknowledgements.take();
      crowd.startMeasuring();
      await crowd.editFor(seconds, 1, writers);
      await crowd.settle();
      const lateMs = crowd.endMeasuring();
      return { p99: crowd.acknowledgements.percentile(0.99), lateMs };
    };
    const alone = await measure();
    await crowd.join(page, members.slice(writing), { role: 'viewer', isTimed: false });
    const viewed = await measure();
    await crowd.check();
    return {
      figures: [
        atMost("Writers' p99, compared with that alone", viewed.p99 / alone.p99, 1.2, 'times'),
        compared("Writers' p99 alone", alone.p99),
        ownLateness(alone.lateMs),
        compared("Writers' p99 with 200 viewers", viewed.p99),
        ownLateness(viewed.lateMs),
      ],
      notes: ['50 writers, 1 op a second each; the viewers have the same page afterwards'],
    };
  } finally {
    crowd.close();
  }
}

/** Editors that go on while they have no network for 10 s. */
export async function measureLostNetworks(
  stage: RoomStage,
  options: BenchOptions,
): Promise<Measured> {
  const [rooms, perRoom] = [sized(options, 10, 2, 1), sized(options, 10, 10, 2)];
  const lostS = sized(options, 10, 10, 1);
  const members = await stage.firstMembers(rooms * perRoom);
  const appPort = stage.server().port;
  const editors: { editor: EditorClient; proxy: TcpProxy; page: StagePage; isCut: boolean }[] = [];
  try {
    for (let room = 0; room < rooms; room += 1) {
      const own = members.slice(room * perRoom, (room + 1) * perRoom);
      const [owner] = own;
      if (!owner) throw new Error('There is no account');
      const page = await stage.addPage(owner, 50);
      await stage.admit(page, own, 'editor');
      for (const member of own) {
        const localAddress = addressOf(editors.length);
        const proxy = await TcpProxy.start(() => appPort, { localAddress });
        const editor = new EditorClient({
          ...{ port: () => proxy.port, appPort: () => appPort, member, stagePage: page },
        });
        editors.push({ editor, proxy, page, isCut: editors.length % 2 === 1 });
      }
    }
    await Promise.all(editors.map(({ editor }) => editor.saved(WAIT_MS)));
    const added = new Map<EditorClient, string[]>();
    const editFor = (seconds: number): Promise<number> =>
      pace(editors, 1, seconds, ({ editor }) => {
        const list = added.get(editor) ?? [];
        added.set(editor, list);
        list.push(...editor.editor.add({ type: 'sticky-note' }).unwrap());
      });
    await editFor(sized(options, 3, 3, 1));
    for (const { proxy } of editors) proxy.hold();
    await editFor(lostS);
    const startMs = performance.now();
    for (const { proxy, isCut } of editors) {
      if (isCut) proxy.reset();
      proxy.release();
    }
    await Promise.all(editors.map(({ editor }) => editor.saved(WAIT_MS)));
    const hashes = new Map<StagePage, { hash: string; seq: number; page: Page }>();
    for (const { page } of editors)
      if (!hashes.has(page)) {
        const draft = await stage.draft(page);
        hashes.set(page, { ...draft, hash: pageHash(draft.page) });
      }
    for (const { editor, page } of editors) {
      const seq = hashes.get(page)?.seq ?? 0;
      await editor.caughtUp(seq, WAIT_MS);
    }
    const tookMs = performance.now() - startMs;
    for (const { editor, page } of editors) {
      const { hash, page: stored } = hashes.get(page) ?? {};
      if (pageHash(editor.editor.page) !== hash)
        throw new Error('An editor has another page than the server');
      for (const uuid of added.get(editor) ?? [])
        if (stored?.things[uuid] === undefined) throw new Error(`The edit ${uuid} is lost`);
    }
    const edits = [...added.values()].reduce((sum, { length }) => sum + length, 0);
    return {
      figures: [
        atMost(
          `${String(editors.length)} editors, ${String(lostS)} s without a network, all consistent`,
          tookMs,
          10_000,
        ),
      ],
      notes: [
        `${String(edits)} edits, all stored; half of the connections are held up, half are reset`,
      ],
    };
  } finally {
    for (const { editor, proxy } of editors) {
      editor.close();
      proxy.close();
    }
  }
}
