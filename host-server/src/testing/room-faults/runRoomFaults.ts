import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { seededRandom } from '../faults/FaultySite.ts';
import { RoomStage, type RoomStageOptions } from '../room-load/RoomStage.ts';
import { serverModules } from '../serverModules.ts';
import {
  type FaultKind,
  type FaultNeeds,
  FAULTS,
  type FaultSite,
  type RoundTimes,
} from './faults.ts';
import { FaultyRooms } from './FaultyRooms.ts';
import { type MutantName, ROOM_MUTANTS } from './roomMutants.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Enough for Postgres and its log of changes, in MB. */
const DISK_MB = 400;

type FaultCounts = FaultyRooms['counts'];

const NOTHING: FaultCounts = { sent: 0, acknowledged: 0, broadcast: 0, stored: 0 };

/** What a kind of fault has shown. */
export interface FaultReport {
  readonly kind: FaultKind;
  /** 0 if this system cannot cause it. */
  readonly rounds: number;
  readonly counts: FaultCounts;
  /** Until the first op of each room was accepted, the slowest round, ms. */
  readonly slowestMs: number;
  readonly violations: readonly string[];
}

/** How faults are caused. */
export interface FaultOptions {
  /** One after the other, in the same rooms; all need the same. */
  readonly kinds: readonly FaultKind[];
  /** Of each kind. */
  readonly rounds: number;
  readonly seed: number;
  /** See `RoomStageOptions`. */
  readonly builtMain: string | null;
  /** How long it may take until an op is accepted again, ms; default: 5 s. */
  readonly patienceMs?: number;
  /** A fault in the server or the clients that must be noticed. */
  readonly mutant?: MutantName;
  readonly log?: (line: string) => void;
}

/**
 * Causes faults again and again while people edit, and compares after each round what their clients
 * have seen with what is stored. Ends with the first violation.
 */
export async function runRoomFaults(options: FaultOptions): Promise<readonly FaultReport[]> {
  const { kinds, seed, mutant } = options;
  const needs = needsOf(kinds);
  const folder = await mkdtemp(join(tmpdir(), `cobble-test-${String(process.pid)}-room-faults-`));
  const disk = join(folder, 'disk');
  if (needs.smallDisk && !mountDisk(disk)) {
    await rm(folder, { recursive: true, force: true });
    return kinds.map((kind) => ({
      ...{ kind, rounds: 0, counts: NOTHING, slowestMs: 0, violations: [] },
    }));
  }
  const random = seededRandom(seed);
  const clockFile = join(folder, 'clock');
  writeFileSync(clockFile, '0');
  let stage: RoomStage | null = null;
  let rooms: FaultyRooms | null = null;
  try {
    stage = await RoomStage.create({
      ...stageOptions(options, needs, clockFile),
      ...(needs.smallDisk ? { postgresFolder: join(disk, 'postgres') } : {}),
    });
    const renumbers = mutant !== undefined && ROOM_MUTANTS[mutant].renumbers === true;
    rooms = await FaultyRooms.create(stage, random, { renumbers });
    // Only ops are at stake.
    await stage.knex.raw('CHECKPOINT');
    const site: FaultSite = { stage, rooms, random, clockFile, disk };
    const reports: FaultReport[] = [];
    for (const kind of kinds)
      if (rooms.violations.length === 0) reports.push(await runRounds(kind, site, options));
    return reports;
  } finally {
    rooms?.close();
    await stage?.close();
    if (needs.smallDisk) execFileSync('umount', ['-l', disk]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function runRounds(
  kind: FaultKind,
  site: FaultSite,
  { rounds, patienceMs = 5000, log = () => undefined }: FaultOptions,
): Promise<FaultReport> {
  const { rooms } = site;
  const before = rooms.counts;
  let slowestMs = 0;
  let done = 0;
  while (done < rounds && rooms.violations.length === 0) {
    const { acceptedMs, server = 0 } = await runRound(FAULTS[kind].round, site);
    done += 1;
    slowestMs = Math.max(slowestMs, acceptedMs);
    const { violations } = rooms;
    // Infinity: not within a minute, however patient the caller is.
    if ((acceptedMs > patienceMs || acceptedMs === Infinity) && violations.length === 0)
      rooms.rooms[0]?.history.violate(
        'RO36',
        `the first op was accepted after ${acceptedMs.toFixed(0)} ms`,
      );
    await rooms.check(server);
    log(
      `${kind}, ${String(done)} of ${String(rounds)}: accepted again after ` +
        `${acceptedMs.toFixed(0)} ms, ${JSON.stringify(since(before, rooms.counts))}`,
    );
  }
  const counts = since(before, rooms.counts);
  return { kind, rounds: done, counts, slowestMs, violations: rooms.violations };
}

/** Causes the fault while clients edit, and waits until all is stored. */
async function runRound(
  cause: (site: FaultSite) => Promise<RoundTimes>,
  site: FaultSite,
): Promise<RoundTimes> {
  const { rooms } = site;
  rooms.startEditing();
  try {
    return await cause(site);
  } finally {
    rooms.stopEditing();
    await rooms.settle();
  }
}

function since(before: FaultCounts, now: FaultCounts): FaultCounts {
  return {
    sent: now.sent - before.sent,
    acknowledged: now.acknowledged - before.acknowledged,
    broadcast: now.broadcast - before.broadcast,
    stored: now.stored - before.stored,
  };
}

/** What faults need that are caused in the same rooms. */
function needsOf(kinds: readonly FaultKind[]): FaultNeeds {
  const [needs, ...others] = kinds.map((kind) => FAULTS[kind].needs);
  if (!needs) throw new Error('There is no fault');
  if (others.some((each) => JSON.stringify(each) !== JSON.stringify(needs)))
    throw new Error(`These faults need different servers: ${kinds.join(', ')}`);
  return needs;
}

function stageOptions(
  { builtMain, mutant }: FaultOptions,
  { servers, redis }: FaultNeeds,
  clockFile: string,
): RoomStageOptions {
  const tool = (name: string): string =>
    fileURLToPath(new URL(`../../../tools/${name}`, import.meta.url));
  const found = mutant && ROOM_MUTANTS[mutant];
  const logs = builtMain
    ? join(builtMain, '..', 'rooms', 'RoomLogs.js')
    : join(root, serverModules.pathOf('rooms/RoomLogs'));
  return {
    ...{ builtMain, servers, hasRedis: redis },
    preloads: [tool('jumpingClock.mjs'), tool('roomMutant.mjs')],
    settings: found?.settings ?? {},
    env: {
      COBBLE_PARENT: String(process.pid),
      COBBLE_CLOCK_FILE: clockFile,
      COBBLE_ROOM_LOGS: pathToFileURL(logs).href,
      ...(found?.server === true && mutant ? { COBBLE_ROOM_MUTANT: mutant } : {}),
      ...(found?.settings ? { COBBLE_ACCEPT_UNSAFE_DATABASE: '1' } : {}),
    },
  };
}

/** Mounts a small disk in memory; false if this user may not. */
function mountDisk(folder: string): boolean {
  try {
    const options = `size=${String(DISK_MB)}m`;
    execFileSync('mkdir', ['-p', folder]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
