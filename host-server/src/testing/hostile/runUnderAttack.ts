import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AttackCounts, AttackOrder } from './attackProcess.ts';
import type { AttackName, AttackTarget } from './attacks.ts';
import { type HonestKind, type HonestResult, makeHonestCalls } from './honestCalls.ts';
import { Latencies } from './Latencies.ts';
import { PeakMemory, type TreeMemory } from './processMemory.ts';
import { type LoopSecond, SiteUnderAttack } from './SiteUnderAttack.ts';
import type { VisitedSites } from './Visitors.ts';
import type { VisitorsOrder, VisitsReport } from './visitorsProcess.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const VISITS_PER_SECOND = 200;
/** After this time a person gives up, ms. */
const PATIENCE_MS = 30_000;
const SAMPLE_MS = 250;
const PERIOD_MS = 5000;
/** How long it goes on each time that it has not seen enough, ms. */
const MORE_MS = 1000;
/** How long it goes on at most until it has seen enough, ms. */
const MAX_MORE_MS = 120_000;

/** What happened in a few seconds of a run. */
export interface Period {
  readonly seconds: number;
  readonly visits: Latencies;
  readonly memory: TreeMemory;
  /** The longest that a turn of the server's event loop computed, ms. */
  readonly busyMs: number;
}

/** What happened in a run. */
export interface AttackReport {
  readonly periods: readonly Period[];
  readonly visits: Latencies;
  /** Visits that did not get a page, by status; 0 for a lost connection. */
  readonly failedVisits: ReadonlyMap<number, number>;
  /** The longest delay with which the visitors' process sent a request, ms. */
  readonly visitorLagMs: number;
  /** The server's event loop, in ms. */
  readonly loop: {
    /** How long each turn computed. */
    readonly busy: Latencies;
    /** The longest delay of a turn, not counting waits for a processor. */
    readonly maxBlockedMs: number;
    /** The same, counting waits for a processor. */
    readonly maxLateMs: number;
  };
  /** At its peak. */
  readonly memory: TreeMemory;
  readonly honest: Readonly<Record<HonestKind, HonestResult>>;
  readonly attacks: AttackCounts;
  /** Whether the server is healthy afterwards. */
  readonly isAlive: boolean;
  /** What the server has printed. */
  readonly output: string;
}

/**
 * Runs attacks beside ordinary visits and honest calls, against a server in a process of its own.
 * All requests go to 127.0.0.1.
 *
 * @param options.attacks none to measure without attacks
 * @param options.visitsPerSecond default: 200
 * @param options.patienceMs how long honest calls may take; default: half a minute
 * @param options.isEnough it goes on for longer than `seconds` while this is false
 * @param options.log receives a line for each step, and one for each period of five seconds
 */
export async function runUnderAttack(options: {
  readonly seconds: number;
  readonly attacks: readonly AttackName[];
  readonly builtMain: string | null;
  readonly visitsPerSecond?: number;
  readonly patienceMs?: number;
  readonly isEnough?: (seen: Pick<AttackReport, 'visits' | 'attacks'>) => boolean;
  readonly log?: (line: string) => void;
}): Promise<AttackReport> {
  const { seconds, attacks, builtMain, log = () => undefined, isEnough = () => true } = options;
  const { visitsPerSecond = VISITS_PER_SECOND, patienceMs = PATIENCE_MS } = options;
  const pages = (seconds * visitsPerSecond) / 2;
  log('Starting a server and publishing pages');
  const site = await SiteUnderAttack.create({ builtMain, pages });
  try {
    const { server, users, target } = site;
    const attacking = attacks.length === 0 ? null : await startAttacking({ target, attacks });
    const visitors = await startVisitors();
    const ending = new AbortController();
    log(`Attacking for ${String(seconds)} s`);
    const startedMs = Date.now();
    visitors.begin({ sites: site.visited, perSecond: visitsPerSecond });
    attacking?.begin();
    const honest = makeHonestCalls(users, { signal: ending.signal, patienceMs });

    const visits = new Latencies();
    let last: VisitsReport = { latencies: [], failures: [], maxLagMs: 0 };
    const periods: { period: Omit<Period, 'busyMs'>; fromMs: number; toMs: number }[] = [];
    let peak = new PeakMemory().value;
    const hasSeenEnough = (): boolean => {
      const overMs = Date.now() - startedMs - seconds * 1000;
      if (overMs < 0) return false;
      return overMs >= MAX_MORE_MS || isEnough({ visits, attacks: attacking?.counts() ?? {} });
    };
    while (!hasSeenEnough()) {
      const fromMs = Date.now();
      const leftMs = startedMs + seconds * 1000 - fromMs;
      const toMs = fromMs + Math.min(PERIOD_MS, leftMs > 0 ? leftMs : MORE_MS);
      const memory = new PeakMemory();
      while (Date.now() < toMs) {
        await sleep(Math.min(SAMPLE_MS, toMs - Date.now()));
        memory.sample(server.pid ?? 0);
      }
      last = await visitors.report();
      const taken = new Latencies(last.latencies);
      visits.addAll(taken);
      if (memory.value.total > peak.total) peak = memory.value;
      const elapsed = Math.round((toMs - startedMs) / 1000);
      periods.push({
        period: { seconds: elapsed, visits: taken, memory: memory.value },
        fromMs,
        toMs,
      });
      log(`${String(elapsed)} s of ${String(seconds)}`);
    }
    const endedMs = Date.now();
    ending.abort();
    const results = await honest;
    const counts = attacking?.end() ?? {};
    visitors.end();
    const isAlive = await isHealthy(site);
    const loop = await site.loopSeconds();
    const between = (fromMs: number, toMs: number): readonly LoopSecond[] =>
      loop.filter(({ atMs }) => atMs > fromMs && atMs <= toMs + 500);
    const during = between(startedMs, endedMs);
    return {
      periods: periods.map(({ period, fromMs, toMs }) => ({
        ...period,
        busyMs: turnsOf(between(fromMs, toMs)).percentile(1),
      })),
      visits,
      failedVisits: new Map(last.failures),
      visitorLagMs: last.maxLagMs,
      loop: {
        busy: turnsOf(during),
        maxBlockedMs: Math.max(0, ...during.map(({ maxBlockedMs }) => maxBlockedMs)),
        maxLateMs: Math.max(0, ...during.map(({ maxLateMs }) => maxLateMs)),
      },
      memory: peak,
      honest: results,
      attacks: counts,
      isAlive,
      output: server.output,
    };
  } finally {
    await site.close();
  }
}

/** Starts the attacking process, which waits for `begin`. */
async function startAttacking(order: {
  readonly target: AttackTarget;
  readonly attacks: readonly AttackName[];
}): Promise<{ begin(): void; counts(): AttackCounts; end(): AttackCounts }> {
  const child = await startProgram('./attackProcess.ts');
  // A real attacker has processors of its own.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let counts: AttackCounts = {};
  child.on('message', (message: AttackCounts) => {
    counts = message;
  });
  return {
    begin() {
      child.send(order satisfies AttackOrder);
    },
    counts: () => counts,
    end() {
      child.kill('SIGKILL');
      return counts;
    },
  };
}

/** Starts the visitors' process, which waits for `begin`. */
async function startVisitors(): Promise<{
  begin(order: { readonly sites: VisitedSites; readonly perSecond: number }): void;
  report(): Promise<VisitsReport>;
  end(): void;
}> {
  const child = await startProgram('./visitorsProcess.ts');
  const send = (order: VisitorsOrder): void => void child.send(order);
  return {
    begin(order) {
      send({ kind: 'start', ...order });
    },
    async report() {
      const answer = once(child, 'message') as Promise<[VisitsReport]>;
      send({ kind: 'report' });
      return (await answer)[0];
    },
    end() {
      child.kill('SIGKILL');
    },
  };
}

/** Starts a program beside this file, and waits for its first message. */
async function startProgram(path: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(path, import.meta.url)), {
    cwd: root,
    execArgv: ['--import', './scripts/register-tsx.mjs', '--conditions=@cobble/source'],
  });
  await once(child, 'message');
  return child;
}

async function isHealthy({ server }: SiteUnderAttack): Promise<boolean> {
  const health = await server
    .browser()
    .get('/healthz')
    .catch(() => null);
  return health?.status === 200;
}

function turnsOf(seconds: readonly LoopSecond[]): Latencies {
  const all = new Latencies();
  for (const { busy } of seconds)
    for (const [ms, count] of Object.entries(busy))
      for (let turn = 0; turn < count; turn += 1) all.add(Number(ms));
  return all;
}
