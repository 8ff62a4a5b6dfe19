import { migratePage } from '../../migrations/migratePage.ts';
import type { Page } from '../../model/Page.ts';
import {
  makeTestBlock,
  makeTestPage,
  makeTestSection,
  makeTestText,
} from '../../testing/makeTestPage.ts';
import type { ClientParts } from '../client/RoomClient.ts';
import type { Clock } from '../Clock.ts';
import { mayWrite, type RoomRole } from '../protocol/codes.ts';
import type { RoomSession } from '../room/RoomOptions.ts';
import { Room } from '../room/Room.ts';
import type { RoomParts } from '../room/RoomParts.ts';
import type { RoomLog } from '../room/RoomLog.ts';
import { type LogFaults, SimLog } from './SimLog.ts';
import { SimClient, type SimClientOptions } from './SimClient.ts';
import { SimClock } from './SimClock.ts';
import { type NetworkOptions, SimConnection, type SimServer } from './SimNetwork.ts';
import { SimProcess } from './SimProcess.ts';
import { nameOf, TrafficRecorder } from './TrafficRecorder.ts';

/** Deliberate bugs, to check that the invariants catch them. */
export interface Faults {
  readonly log?: LogFaults;
  readonly room?: Partial<RoomParts>;
  readonly client?: Partial<ClientParts>;
  /** With a log that confirms appends early: who receives an entry only once it is stored. */
  readonly waits?: 'author' | 'others';
}

/** Options of a `Simulation`. */
export interface SimulationOptions {
  readonly clients: number;
  readonly seed: number;
  readonly hop: (label: string) => Promise<unknown>;
  readonly losesUnstored?: boolean;
  /** Whether the page was stored by an older version. */
  readonly isOldPage?: boolean;
  /** The role of each client, by index; owner by default. */
  readonly roles?: readonly RoomRole[];
  /** Whether the network neither loses nor repeats messages. */
  readonly isReliable?: boolean;
  /** The number of ids of removed blocks to remember; by default so few that some are dropped. */
  readonly maxTombstones?: number;
  readonly faults?: Faults;
}

/** The page that all simulations start with. */
export function firstPage(): Page {
  return makeTestPage([
    makeTestBlock('a', { position: { x: 0.1, y: 0.1 } }),
    makeTestBlock('b', { position: { x: 0.4, y: 0.2 }, parentUuid: 's2' }),
    makeTestSection('g', {
      parentUuid: 's1',
      position: { x: 0.2, y: 0.3, width: 0.4, height: 0.4 },
    }),
    makeTestText('t', 'Hi', { parentUuid: 'g' }),
    makeTestBlock('c', { parentUuid: 'g', position: { x: 0.2, y: 0.3 } }),
  ]);
}

/** The same page as an older version stored it: fonts had other names. */
export function oldFirstPage(): unknown {
  const page = firstPage();
  const { t } = page.things;
  return {
    ...page,
    settings: { ...page.settings, editorVersion: '0.5.3' },
    things: { ...page.things, t: { ...t, content: { ...t?.content, font: 'open-sans' } } },
  };
}

export const MAX_BLOCKS = 24;
/** More than a run starts with, for copies of tabs. */
const MAX_CLIENTS = 10;
const MAX_TOMBSTONES = 4;
/** So small that each replaced page, and some other edits, are sent in parts. */
const PART_CHARS = 1000;
/** In every second simulation; so small that many ops are decided on in several turns. */
const BLOCKS_PER_TURN = 5;

/** A room, its log, its servers and some clients in one process, where everything can fail. */
export class Simulation {
  readonly clock = new SimClock();
  readonly log: SimLog;
  readonly clients: SimClient[];
  readonly recorder: TrafficRecorder;
  readonly random: () => number;
  private readonly options: SimulationOptions;
  private readonly servers: SimServer[] = [];
  private crashes = 0;
  private isSettling = false;
  private readonly connections = new Map<SimClient, SimConnection[]>();
  private readonly roles: RoomRole[];
  /** Accounts that may be refused an id that another one uses. */
  private readonly refusedAccounts = new Set<number>();
  /** Accounts of which tabs have copies. */
  private readonly copiedAccounts = new Set<number>();
  /** Accounts that could not write at some time. */
  private readonly readOnlyAccounts = new Set<number>();
  private readonly network: NetworkOptions;

  constructor(options: SimulationOptions) {
    this.options = options;
    const { hop, faults = {} } = options;
    this.random = seededRandom(options.seed);
    this.roles = Array.from(
      { length: options.clients },
      (_, index) => options.roles?.[index] ?? 'owner',
    );
    for (const [index, role] of this.roles.entries())
      if (!mayWrite(role)) this.readOnlyAccounts.add(index + 1);
    const stored = options.isOldPage ? oldFirstPage() : firstPage();
    const { page } = migratePage(stored);
    this.log = new SimLog(stored, this.clock, hop, faults.log);
    this.recorder = new TrafficRecorder(this.log);
    this.network = {
      hop,
      random: options.isReliable ? () => 0.5 : this.random,
      losesUnstored: options.losesUnstored ?? false,
      onSent: (message, _, clientId) => this.recorder.fromRoom(message, clientId),
      ...(faults.waits ? { delay: this.delayFor(faults.waits) } : {}),
    };
    this.startServer();
    this.clients = Array.from({ length: options.clients }, (_, index) =>
      this.createClient({ name: `c${String(index)}`, accountId: index + 1, page }),
    );
  }

  /** Servers that were not killed, stopped ones included, the newest first. */
  get running(): SimServer[] {
    return this.servers.filter(({ process }) => process.isAlive).toReversed();
  }

  /** The server that new connections go to. */
  get server(): SimServer {
    const server = this.servers.at(-1);
    if (!server) throw new Error('there is no server');
    return server;
  }

  /** Starts another server, which takes over the room; the previous one is not notified. */
  startServer(): void {
    const process = new SimProcess();
    const { faults = {}, seed } = this.options;
    let room: Room | null = null;
    const open = (): Room =>
      new Room(
        {
          log: this.checkedLog(process),
          clock: process.clock(this.roomClock),
          maxBlocks: MAX_BLOCKS,
          onClosed: () => {
            room = null;
          },
        },
        {
          maxTombstones: this.options.maxTombstones ?? MAX_TOMBSTONES,
          partChars: PART_CHARS,
          ...(seed % 2 === 0 ? { blocksPerTurn: BLOCKS_PER_TURN } : {}),
          ...faults.room,
        },
      );
    room = open();
    this.servers.push({ process, room: () => (room ??= open()) });
  }

  /** Kills the server and starts another. */
  crashServer(): void {
    this.server.process.kill();
    for (const client of this.clients) this.disconnect(client);
    this.startServer();
  }

  stopServer(): void {
    this.server.process.stop();
  }

  resumeServers(): void {
    for (const { process } of this.servers) process.resume();
  }

  disconnect(client: SimClient): void {
    this.connections.get(client)?.at(-1)?.break();
  }

  /** Kills a tab and reopens it; every other time, its disk restores its old ops. */
  crashClient(client: SimClient): void {
    this.disconnect(client);
    this.crashes += 1;
    const { accountId } = client.options;
    // Ops without ids on two disks would be two ops.
    if (this.crashes % 2 === 1 || this.copiedAccounts.has(accountId)) client.crash();
    else this.recorder.removeFromDisk(client.crashWithoutClientIds(), accountId);
  }

  /** Opens another tab with a copy of a tab's disk, unless there are many. */
  copyClient(client: SimClient): void {
    const { accountId } = client.options;
    // Two copies that both have to replace an id would choose different ones.
    if (this.clients.length >= MAX_CLIENTS || this.refusedAccounts.has(accountId)) return;
    this.copiedAccounts.add(accountId);
    this.clients.push(this.createClient(client.options, client.disk));
  }

  /** Reopens a tab under the id of a client of another account, which it may be using. */
  stealId(thief: SimClient, victim: SimClient): void {
    const accountIds = [thief, victim].map(({ options }) => options.accountId);
    const [first, second] = accountIds;
    if (first === second || accountIds.some((each) => this.copiedAccounts.has(each))) return;
    for (const accountId of accountIds) this.refusedAccounts.add(accountId);
    this.disconnect(thief);
    thief.crashWithIdOf(victim);
  }

  /** The initial role of an account; a later role never permits more. */
  roleOf(accountId: number): RoomRole {
    return this.options.roles?.[accountId - 1] ?? 'owner';
  }

  /** Whether an account could not write at some time. */
  wasReadOnly(accountId: number): boolean {
    return this.readOnlyAccounts.has(accountId);
  }

  /** Changes a client's role; null restores its initial role. */
  changeRole(client: SimClient, role: 'viewer' | 'sampler' | null): void {
    const { accountId } = client.options;
    const next = role ?? this.roleOf(accountId);
    this.roles[accountId - 1] = next;
    if (!mayWrite(next)) this.readOnlyAccounts.add(accountId);
    for (const [each, connections] of this.connections)
      if (each.options.accountId === accountId)
        for (const connection of connections) connection.setRole(next);
  }

  /** Publishes the page at the seq that a client has, on the current server. */
  publish({ client, options: { accountId } }: SimClient): void {
    const { process, room } = this.server;
    if (!process.isAlive) return;
    const seq = client.seq ?? 0;
    const { name = '' } = this.sessionOf(accountId - 1);
    room().announcePublished({ seq, page: { revision: seq }, publishedBy: { accountId, name } });
  }

  private sessionOf(index: number): RoomSession {
    const role = this.roles[index] ?? 'owner';
    return { accountId: index + 1, name: `Client ${String(index)}`, role };
  }

  /** Runs until all ops are acknowledged everywhere. Returns false if that does not happen. */
  async settle(idle: () => Promise<void>): Promise<boolean> {
    this.resumeServers();
    for (const { editor } of this.clients) {
      editor.stopTextEditing();
      editor.cancel();
    }
    this.isSettling = true;
    // Reconnects may be up to 30 s apart.
    const endMs = this.clock.now() + 60_000;
    for (let round = 0; round < 300 || this.clock.now() < endMs; round++) {
      await idle();
      if (this.isSettled) return true;
      this.clock.advance(Math.min(1000, Math.max(10, this.clock.untilNextMs ?? 1000)));
    }
    return this.isSettled;
  }

  private get isSettled(): boolean {
    const head = this.log.entries.length;
    return this.clients.every(
      ({ client }) => client.status === 'live' && client.pendingCount === 0 && client.seq === head,
    );
  }

  /** A server's log, checked for ops that their sender's role does not permit. */
  private checkedLog(process: SimProcess): RoomLog {
    const log = this.log.of(process);
    const append: RoomLog['append'] = (batch) => {
      for (const { clientId, mid } of batch.entries) {
        const roles = [...this.connections.values()]
          .flat()
          .flatMap((each) => each.knownRole(process, clientId) ?? []);
        if (roles.length > 0 && !roles.some(mayWrite))
          this.recorder.violations.push(
            `R17: op ${clientId} ${String(mid)} of a ${roles.join()} reached the log`,
          );
      }
      return log.append(batch);
    };
    return { ...log, append };
  }

  /** @param disk the disk of the tab that this one is a copy of */
  private createClient(
    { name, accountId, page }: Pick<SimClientOptions, 'name' | 'accountId' | 'page'>,
    disk?: ReadonlyMap<string, string>,
  ): SimClient {
    const nameOfOp = (clientId: string, mid: number): string =>
      nameOf({ clientId, mid, accountId });
    return new SimClient({
      name: disk ? `${name}c${String(this.clients.length)}` : name,
      accountId,
      page,
      ...(disk ? { disk } : {}),
      maxBlocks: MAX_BLOCKS,
      clock: this.clock,
      random: this.random,
      hop: this.options.hop,
      onStored: (clientId, mid) => this.recorder.onDisk.add(nameOfOp(clientId, mid)),
      onRenamed: (mid, from, to) => this.recorder.renamed(accountId, mid, from, to),
      onRejected: (clientId, mid) => this.recorder.rejected.add(nameOfOp(clientId, mid)),
      parts: { partChars: PART_CHARS, ...this.options.faults?.client },
      connect: (client, handlers) => {
        // Some connections still reach the previous server.
        const previous = this.servers.at(-2);
        const isMisrouted = previous && this.network.random() < 0.2 && !this.isSettling;
        const server = isMisrouted ? previous : this.server;
        const session = this.sessionOf(accountId - 1);
        const { process } = client;
        const connection = new SimConnection(this.network, server, process, session, handlers);
        const recorded = {
          send: (message: Parameters<SimConnection['send']>[0]) => {
            if (!process.isAlive) return;
            this.recorder.fromClient(message, client.client.clientId, process, accountId);
            connection.send(message);
          },
          close: () => connection.close(),
        };
        this.connections.set(client, [...(this.connections.get(client) ?? []), connection]);
        return recorded;
      },
    });
  }

  /** The clock, but timers without a delay run after a hop, like messages. */
  private get roomClock(): Clock {
    const { now, after } = this.clock;
    return {
      now,
      after: (delayMs, run) => {
        if (delayMs > 0) return after(delayMs, run);
        let isStopped = false;
        void this.options.hop('turn').then(() => {
          if (!isStopped) run();
        });
        return () => {
          isStopped = true;
        };
      },
    };
  }

  private delayFor(waits: 'author' | 'others'): NonNullable<NetworkOptions['delay']> {
    return (message, clientId, send) => {
      const last = message.type === 'stream' ? message.entries.at(-1) : undefined;
      const isAuthor = last?.clientId === clientId;
      if (last && isAuthor === (waits === 'author')) this.log.whenStored(last.seq, send);
      else send();
    };
  }
}

/** A seeded generator of numbers in [0, 1) (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
