import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillDisk } from '../faults/runDiskRound.ts';
import type { RoomStage } from '../room-load/RoomStage.ts';
import type { TcpProxy } from '../room-load/TcpProxy.ts';
import type { FaultyRooms } from './FaultyRooms.ts';

/** Where faults are caused. */
export interface FaultSite {
  readonly stage: RoomStage;
  readonly rooms: FaultyRooms;
  readonly random: () => number;
  /** Says how many ms the servers' clocks are ahead. */
  readonly clockFile: string;
  /** The folder of the small disk, if there is one. */
  readonly disk: string;
}

/** What a round has shown. */
export interface RoundTimes {
  /** Until the first op of each room was accepted again, ms. */
  readonly acceptedMs: number;
  /** The server that has the rooms now; default: the first. */
  readonly server?: number;
}

/** What must be there for a fault. */
export interface FaultNeeds {
  readonly servers: number;
  /** Whether the servers share rooms through Redis. */
  readonly redis: boolean;
  readonly smallDisk: boolean;
}

interface Fault {
  /** How many rounds the long run has. */
  readonly rounds: number;
  readonly needs: FaultNeeds;
  /** Causes the fault while clients edit. */
  readonly round: (site: FaultSite) => Promise<RoundTimes>;
}

export type FaultKind =
  'server' | 'postgres' | 'owner' | 'lease' | 'redis' | 'disk' | 'clock' | 'network';

/** How long ops may go on to be stored on a full disk. */
const FILL_MS = 60_000;
/** How long a server may take to notice that its clock was set. */
const JUMP_MS = 10_000;
const HOUR_MS = 3_600_000;
const JUMPS = [-24 * HOUR_MS, -HOUR_MS, -10_000, -500, 500, 10_000, HOUR_MS, 24 * HOUR_MS];

const ONE_SERVER: FaultNeeds = { servers: 1, redis: false, smallDisk: false };

/** What may fail. */
export const FAULTS: Readonly<Record<FaultKind, Fault>> = {
  server: { rounds: 100, needs: ONE_SERVER, round: killServer },
  postgres: { rounds: 30, needs: ONE_SERVER, round: killPostgres },
  owner: { rounds: 20, needs: { ...ONE_SERVER, servers: 2 }, round: stopOwner },
  lease: { rounds: 20, needs: { ...ONE_SERVER, servers: 2, redis: true }, round: stopOwner },
  redis: { rounds: 20, needs: { ...ONE_SERVER, servers: 2, redis: true }, round: killRedis },
  disk: { rounds: 5, needs: { ...ONE_SERVER, smallDisk: true }, round: fillSmallDisk },
  clock: { rounds: 20, needs: ONE_SERVER, round: jump },
  network: { rounds: 20, needs: ONE_SERVER, round: disturbNetworks },
};

async function killServer({ stage, rooms, random }: FaultSite): Promise<RoundTimes> {
  await sleep(200 + random() * 800);
  const server = stage.server();
  await server.kill();
  const sinceMs = rooms.expectAcknowledgements();
  server.launch();
  return { acceptedMs: await rooms.acknowledged(sinceMs) };
}

async function killPostgres({ stage, rooms, random }: FaultSite): Promise<RoundTimes> {
  await sleep(200 + random() * 800);
  const sinceMs = rooms.expectAcknowledgements();
  const { pid } = stage.postgres;
  process.kill(pid, 'SIGKILL');
  // Ops that were stored may still be acknowledged meanwhile.
  while (stage.postgres.pid === pid) await sleep(5);
  rooms.expectAcknowledgements();
  return { acceptedMs: await rooms.acknowledged(sinceMs) };
}

/**
 * Stops the server that owns the rooms, so that half of the clients move to the other one and take
 * the rooms with them; then it goes on, with what the other half have sent it meanwhile.
 */
async function stopOwner({ stage, rooms, random }: FaultSite): Promise<RoundTimes> {
  await sleep(200 + random() * 500);
  const { clients } = rooms;
  const [old, next] = ownerAndOther(clients);
  const pid = stage.server(old).pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  try {
    const sinceMs = rooms.expectAcknowledgements();
    for (const [index, client] of clients.entries()) {
      client.target.server = next;
      if (index % 2 === 0) client.cut();
    }
    const acceptedMs = await rooms.acknowledged(sinceMs);
    await sleep(random() * 1000);
    return { acceptedMs, server: next };
  } finally {
    process.kill(pid, 'SIGCONT');
    await sleep(300);
  }
}

/**
 * Kills Redis, through which the second server forwards half of the clients to the first, and starts it
 * again, empty. The others go on meanwhile.
 */
async function killRedis({ stage, rooms, random }: FaultSite): Promise<RoundTimes> {
  const { redis } = stage;
  if (!redis) throw new Error('There is no Redis');
  const { clients } = rooms;
  const [owner, other] = ownerAndOther(clients);
  for (const [index, client] of clients.entries()) {
    const server = index % 2 === 0 ? owner : other;
    if (client.target.server === server) continue;
    client.target.server = server;
    client.cut();
  }
  await rooms.acknowledgedTo(clients, rooms.expectAcknowledgements());
  await sleep(200 + random() * 500);
  await redis.stop();
  const direct = clients.filter(({ target }) => target.server === owner);
  const goingOnMs = await rooms.acknowledgedTo(direct, rooms.expectAcknowledgements());
  await sleep(random() * 3000);
  await redis.start();
  const acceptedMs = await rooms.acknowledgedTo(clients, rooms.expectAcknowledgements());
  return { acceptedMs: Math.max(goingOnMs, acceptedMs), server: owner };
}

/** The server that has the rooms, as that of the first client, and the other of two. */
function ownerAndOther([first]: FaultyRooms['clients']): readonly [owner: number, other: number] {
  const owner = first?.target.server ?? 0;
  return [owner, 1 - owner];
}

async function fillSmallDisk({ stage, rooms, disk, random }: FaultSite): Promise<RoundTimes> {
  await sleep(200 + random() * 500);
  const filler = join(disk, 'filler');
  try {
    // Postgres has some space in its files, and frees and takes more.
    const until = performance.now() + FILL_MS;
    while (rooms.quietMs < 1000) {
      if (performance.now() > until) throw new Error('The disk is full, and ops are still stored');
      fillDisk(filler);
      await sleep(200);
    }
  } finally {
    rmSync(filler, { force: true });
  }
  const sinceMs = rooms.expectAcknowledgements();
  const acceptedMs = await rooms.acknowledged(sinceMs);
  await stage.server().waitUntilHealthy();
  return { acceptedMs };
}

async function jump({ stage, rooms, clockFile, random }: FaultSite): Promise<RoundTimes> {
  await sleep(200 + random() * 300);
  const aheadMs = JUMPS[Math.floor(random() * JUMPS.length)] ?? 0;
  const jumpedFile = `${clockFile}.read`;
  rmSync(jumpedFile, { force: true });
  writeFileSync(clockFile, String(aheadMs));
  process.kill(stage.server().pid ?? 0, 'SIGUSR2');
  const untilMs = performance.now() + JUMP_MS;
  while (!existsSync(jumpedFile)) {
    if (performance.now() > untilMs) throw new Error("The server's clock has not been set");
    await sleep(5);
  }
  // What was acknowledged before shows nothing.
  const sinceMs = rooms.expectAcknowledgements();
  const acceptedMs = await rooms.acknowledged(sinceMs);
  await sleep(random() * 1000);
  return { acceptedMs };
}

/** What may happen to a network. */
const DISTURBANCES: readonly ((proxy: TcpProxy, random: () => number) => void)[] = [
  (proxy) => {
    proxy.reset();
  },
  makeHalfOpen,
  (proxy) => {
    proxy.hold();
  },
  (proxy) => {
    proxy.isRefusing = true;
    proxy.reset();
  },
  (proxy, random) => {
    proxy.delayMs = random() * 300;
  },
  (proxy) => {
    proxy.release();
    proxy.isRefusing = false;
    proxy.delayMs = 0;
  },
];

function makeHalfOpen(proxy: TcpProxy): void {
  proxy.kill();
}

async function disturbNetworks({ rooms, random }: FaultSite): Promise<RoundTimes> {
  const { clients } = rooms;
  // Their clients notice after up to 20 s that nothing comes, which `settle` waits for.
  const halfOpen = new Set<TcpProxy>();
  for (let time = 0; time < 15; time += 1) {
    const client = clients[Math.floor(random() * clients.length)];
    const disturb = DISTURBANCES[Math.floor(random() * DISTURBANCES.length)];
    if (client && disturb) {
      disturb(client.proxy, random);
      if (disturb === makeHalfOpen) halfOpen.add(client.proxy);
    }
    await sleep(random() * 200);
  }
  for (const { proxy } of clients) {
    proxy.release();
    proxy.isRefusing = false;
    proxy.delayMs = 0;
  }
  const sinceMs = rooms.expectAcknowledgements();
  const others = clients.filter(({ proxy }) => !halfOpen.has(proxy));
  return { acceptedMs: await rooms.acknowledgedTo(others, sinceMs) };
}
