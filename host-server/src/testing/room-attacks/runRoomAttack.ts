import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@cobble/engine';
import { blankInput, openPage } from '../../app/testing/pageInput.ts';
import type { TestUser } from '../../app/testing/signUp.ts';
import type { Account } from '../../contract/index.ts';
import { EmbeddedPostgres } from '../../database/EmbeddedPostgres.ts';
import { openDatabase } from '../../database/openDatabase.ts';
import { RawClient } from '../../rooms/testing/RawClient.ts';
import { copyCluster } from '../copyCluster.ts';
import { ServerProcess } from '../faults/ServerProcess.ts';
import { freePort } from '../freePort.ts';
import { EmailSink } from '../hostile/EmailSink.ts';
import { Latencies } from '../hostile/Latencies.ts';
import type { RoomAttackOrder } from './roomAttackProcess.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const EDIT_MS = 200;
/** How long it goes on at most until it has seen enough, ms. */
const MAX_MORE_MS = 120_000;
const MB = 1024 * 1024;

/** What happened in a run. */
export interface RoomAttackReport {
  /** How long an honest editor waits until an edit is stored, ms: on its own page, and beside the attacker. */
  readonly alone: Latencies;
  readonly beside: Latencies;
  /** How often an honest editor was disconnected or refused. */
  readonly failures: Readonly<Record<string, number>>;
  /** The longest that a turn of the server's event loop computed, and 99 % of all turns, ms. */
  readonly longestTurnMs: number;
  readonly p99TurnMs: number;
  /** The server's heap before the attack and at its peak, and the memory of its process, MB. */
  readonly heapMb: readonly [before: number, peak: number];
  readonly residentMb: readonly [before: number, peak: number];
  /** How often each outcome occurred to the attacker. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly isAlive: boolean;
  readonly output: string;
}

/** What has happened so far. */
export type SeenByNow = Pick<RoomAttackReport, 'alone' | 'beside' | 'outcomes'>;

/**
 * Runs an attack on live rooms beside two honest editors, against a server in a process of its own:
 * one works on a page of its own, the other one on a page on which the attacker may edit, too.
 *
 * @param options.attack a name of `ROOM_ATTACKS`; null for none
 * @param options.pages how many pages the attacker has
 * @param options.isEnough it goes on for longer than `seconds` while this is false
 */
export async function runRoomAttack(options: {
  readonly attack: string | null;
  readonly seconds: number;
  readonly builtMain: string | null;
  readonly pages?: number;
  readonly isEnough?: (seen: SeenByNow) => boolean;
}): Promise<RoomAttackReport> {
  const { attack, seconds, builtMain, pages = 30, isEnough = () => true } = options;
  const folder = await mkdtemp(join(tmpdir(), `cobble-test-${String(process.pid)}-rooms-`));
  await copyCluster(join(folder, 'postgres'));
  const postgres = await EmbeddedPostgres.start({ folder: join(folder, 'postgres') });
  const emails = await EmailSink.start();
  const knex = openDatabase(postgres.url);
  const metricsPort = await freePort();
  const watch = new URL('../../../tools/watchEventLoop.mjs', import.meta.url);
  const server = new ServerProcess({
    port: await freePort(),
    builtMain,
    preloads: [fileURLToPath(watch)],
    env: {
      NODE_ENV: 'production',
      TEST_ROOT: folder,
      COBBLE_DATA: join(folder, 'data'),
      COBBLE_LIVE_ROOMS: '1',
      COBBLE_FETCH_FONTS: '0',
      COBBLE_FETCH_PICTURES: '0',
      COBBLE_LOOP_FILE: join(folder, 'loop.jsonl'),
      COBBLE_LOOP_PARENT: String(process.pid),
      METRICS_PORT: String(metricsPort),
      DATABASE_URL: postgres.url,
      SMTP_URL: emails.url,
    },
  });
  const editors: HonestEditor[] = [];
  let attacker: ChildProcess | null = null;
  try {
    server.launch();
    await server.waitUntilHealthy();
    const signUp = async (username: string): Promise<TestUser> => {
      const browser = server.browser();
      await emails.signIn(browser, `${username}@example.org`);
      const answer = { username, questionnaire: { answer: 'A page' } };
      const account = (await browser.post('/api/account', answer)).json() as Account;
      await knex('accounts')
        .where({ id: account.ID })
        .update({ roles: ['pro'] });
      return { browser, account };
    };
    const [ada, ben, mallory] = [await signUp('ada'), await signUp('ben'), await signUp('mallory')];
    const shared = await openPage(ben);
    const role = { page_id: shared.ID, account_id: mallory.account.ID, role: 'editor' };
    await knex('page_roles').insert(role);
    const own = [await openPage(mallory)];
    for (let index = 1; attack !== null && index < pages; index += 1) {
      const slug = `page-${String(index)}`;
      const created = await mallory.browser.post('/api/page', blankInput(slug));
      if (created.status !== 200) break;
      own.push(await openPage(mallory, slug));
    }
    editors.push(new HonestEditor(server.port, ada, await openPage(ada)));
    editors.push(new HonestEditor(server.port, ben, shared));
    for (const editor of editors) editor.start();
    await sleep(2000);
    const [heapBefore, residentBefore] = await memoryOf(metricsPort);
    const outcomes: Record<string, number> = {};
    if (attack !== null) {
      const order: RoomAttackOrder = {
        ...{ attack, port: server.port, own, shared },
        accountId: mallory.account.ID,
        siteSlug: mallory.account.primarySite.slug,
        cookies: [...mallory.browser.cookies],
      };
      attacker = await startAttacker(order, outcomes);
    }
    for (const { latencies } of editors) latencies.take();
    const startedMs = Date.now();
    let [heapPeak, residentPeak] = [heapBefore, residentBefore];
    const [alone, beside] = editors as [HonestEditor, HonestEditor];
    const seen = { alone: alone.latencies, beside: beside.latencies, outcomes };
    const overMs = (): number => Date.now() - startedMs - seconds * 1000;
    while (overMs() < 0 || (overMs() < MAX_MORE_MS && !isEnough(seen))) {
      await sleep(1000);
      const [heap, resident] = await memoryOf(metricsPort).catch(() => [0, 0] as const);
      [heapPeak, residentPeak] = [Math.max(heapPeak, heap), Math.max(residentPeak, resident)];
    }
    const endedMs = Date.now();
    for (const editor of editors) editor.stop();
    attacker?.kill('SIGKILL');
    const health = await server
      .browser()
      .get('/healthz')
      .catch(() => null);
    await sleep(1200);
    const turns = new Latencies();
    for await (const line of createInterface({
      input: createReadStream(join(folder, 'loop.jsonl')),
    })) {
      const second = JSON.parse(line) as { atMs: number; busy: Record<string, number> };
      if (second.atMs <= startedMs || second.atMs > endedMs + 500) continue;
      for (const [ms, count] of Object.entries(second.busy))
        for (let index = 0; index < count; index += 1) turns.add(Number(ms));
    }
    return {
      ...seen,
      output: server.output,
      failures: { ...alone.failures, ...beside.failures },
      longestTurnMs: turns.percentile(1),
      p99TurnMs: turns.percentile(0.99),
      heapMb: [heapBefore, heapPeak],
      residentMb: [residentBefore, residentPeak],
      isAlive: health?.status === 200,
    };
  } finally {
    for (const editor of editors) editor.stop();
    attacker?.kill('SIGKILL');
    await server.kill();
    await knex.destroy();
    await emails.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Edits a page a few times a second, and measures how long it takes until each edit is stored. */
class HonestEditor {
  readonly latencies = new Latencies();
  readonly failures: Record<string, number> = {};
  private readonly port: number;
  private readonly user: TestUser;
  private readonly page: Page;
  private isStopped = false;

  constructor(port: number, user: TestUser, page: Page) {
    this.port = port;
    this.user = user;
    this.page = page;
  }

  start(): void {
    void this.run();
  }

  stop(): void {
    this.isStopped = true;
  }

  private fail(reason: string): void {
    if (!this.isStopped) this.failures[reason] = (this.failures[reason] ?? 0) + 1;
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.edit();
      } catch (error) {
        this.fail(error instanceof Error ? error.message.slice(0, 60) : 'failed');
      }
      await sleep(EDIT_MS);
    }
  }

  /** Connects, and edits until it is disconnected. */
  private async edit(): Promise<void> {
    const { port, page, user } = this;
    const client = await RawClient.connect({ port, browser: user.browser, page: page.ID });
    const clientId = randomUUID();
    try {
      client.hello(clientId, user.account.ID);
      await client.welcome();
      for (let mid = 1; !this.isStopped && client.closed === null; mid += 1) {
        client.received.splice(0);
        const startMs = performance.now();
        const partialPage = [{ path: ['settings', 'title'], to: `Edit ${String(mid)}` }];
        const op = { mid, baseSeq: page.revision, intents: [{ type: 'update-page', partialPage }] };
        client.send({ type: 'ops', after: mid - 1, ops: [op] });
        await client.until(
          (message) =>
            message.type === 'error' ||
            (message.type === 'stream' &&
              message.entries.some((each) => each.clientId === clientId && each.mid === mid)),
        );
        const error = client.received.find(({ type }) => type === 'error');
        if (error?.type === 'error') throw new Error(error.code);
        this.latencies.add(performance.now() - startMs);
        await sleep(EDIT_MS);
      }
      if (client.closed !== null) throw new Error(client.closed);
    } finally {
      client.disconnect();
    }
  }
}

/** The heap that is used and the resident memory of a server, MB. */
async function memoryOf(metricsPort: number): Promise<readonly [heap: number, resident: number]> {
  const text = await (await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`)).text();
  const value = (name: string): number =>
    Math.round(Number(new RegExp(`^${name} ([0-9.e+]+)$`, 'm').exec(text)?.[1]) / MB);
  return [value('nodejs_heap_size_used_bytes'), value('process_resident_memory_bytes')];
}

async function startAttacker(
  order: RoomAttackOrder,
  outcomes: Record<string, number>,
): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./roomAttackProcess.ts', import.meta.url)), {
    cwd: root,
    execArgv: ['--import', './scripts/register-tsx.mjs', '--conditions=@cobble/source'],
  });
  // A real attacker has processors of its own.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  await once(child, 'message');
  child.on('message', (counts: Readonly<Record<string, number>>) => {
    Object.assign(outcomes, counts);
  });
  child.send(order);
  return child;
}
