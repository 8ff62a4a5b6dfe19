import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { seededRandom } from '../faults/FaultySite.ts';
import { RoomStage, type RoomStageOptions } from '../room-load/RoomStage.ts';
import { serverModules } from '../serverModules.ts';
import { type FaultKind, FAULTS, type FaultSite, type RoundTimes } from './faults.ts';
import { FaultyRooms } from './FaultyRooms.ts';
import { type MutantName, ROOM_MUTANTS } from './roomMutants.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Enough for Postgres and its log of changes, in MB. */
const DISK_MB = 400;

/** What a kind of fault has shown. */
export interface FaultReport {
  readonly kind: FaultKind;
  /** 0 if this system cannot cause it. */
  readonly rounds: number;
  readonly counts: FaultyRooms['counts'];
  /** Until the first op of each room was accepted, the slowest round, ms. */
  readonly slowestMs: number;
  readonly violations: readonly string[];
}

/** How faults are caused. */
export interface FaultOptions {
  readonly kind: FaultKind;
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
 * Causes one kind of fault again and again while people edit, and compares after each round what
 * their clients have seen with what is stored. Ends with the first violation.
 */
export async function runRoomFaults(options: FaultOptions): Promise<FaultReport> {
  const { kind, rounds, seed, patienceMs = 5000, mutant, log = () => undefined } = options;
  const fault = FAULTS[kind];
  const none = { sent: 0, acknowledged: 0, broadcast: 0, stored: 0 };
  const folder = await mkdtemp(join(tmpdir(), `cobble-test-${String(process.pid)}-room-faults-`));
  const disk = join(folder, 'disk');
  if (fault.needsSmallDisk && !mountDisk(disk)) {
    await rm(folder, { recursive: true, force: true });
    return { kind, rounds: 0, counts: none, slowestMs: 0, violations: [] };
  }
  const random = seededRandom(seed);
  const clockFile = join(folder, 'clock');
  writeFileSync(clockFile, '0');
  let stage: RoomStage | null = null;
  let rooms: FaultyRooms | null = null;
  try {
    stage = await RoomStage.create({
      ...stageOptions(options, clockFile),
      ...(fault.needsSmallDisk ? { postgresFolder: join(disk, 'postgres') } : {}),
    });
    const renumbers = mutant !== undefined && ROOM_MUTANTS[mutant].renumbers === true;
    rooms = await FaultyRooms.create(stage, random, { renumbers });
    // Only ops are at stake.
    await stage.knex.raw('CHECKPOINT');
    const site: FaultSite = { stage, rooms, random, clockFile, disk };
    let slowestMs = 0;
    let done = 0;
    while (done < rounds && rooms.violations.length === 0) {
      const { acceptedMs, server = 0 } = await runRound(fault.round, site);
      done += 1;
      slowestMs = Math.max(slowestMs, acceptedMs);
      const { violations } = rooms;
      if (acceptedMs > patienceMs && violations.length === 0)
        rooms.rooms[0]?.history.violate(
          'RO36',
          `the first op was accepted after ${acceptedMs.toFixed(0)} ms`,
        );
      await rooms.check(server);
      log(
        `${kind}, ${String(done)} of ${String(rounds)}: accepted again after ` +
          `${acceptedMs.toFixed(0)} ms, ${JSON.stringify(rooms.counts)}`,
      );
    }
    return { kind, rounds: done, counts: rooms.counts, slowestMs, violations: rooms.violations };
  } finally {
    rooms?.close();
    await stage?.close();
    if (fault.needsSmallDisk) execFileSync('umount', ['-l', disk]);
    await rm(folder, { recursive: true, force: true });
  }
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

function stageOptions(
  { kind, builtMain, mutant }: FaultOptions,
  clockFile: string,
): RoomStageOptions {
  const tool = (name: string): string =>
    fileURLToPath(new URL(`../../../tools/${name}`, import.meta.url));
  const found = mutant && ROOM_MUTANTS[mutant];
  const logs = builtMain
    ? join(builtMain, '..', 'rooms', 'RoomLogs.js')
    : join(root, serverModules.pathOf('rooms/RoomLogs'));
  return {
    ...{ builtMain, servers: FAULTS[kind].servers },
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
