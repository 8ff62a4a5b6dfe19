import { migratePage } from '../../migrations/migratePage.ts';
import type { Page } from '../../model/Page.ts';
import {
  makeTestBlock,
  makeTestPage,
  makeTestSection,
  makeTestText,
} from '../../testing/makeTestPage.ts';
import { type ClientParts, clientParts } from '../client/ClientParts.ts';
import { mayWrite, type RoomRole } from '../protocol/codes.ts';
import type { RoomSession } from '../room/Room.ts';
import { RoomCore } from '../room/RoomCore.ts';
import type { RoomLog } from '../room/RoomLog.ts';
import { type RoomParts, roomParts } from '../room/RoomParts.ts';
import { type LogFlaws, MemoryLog } from './MemoryLog.ts';
import { SimClient } from './SimClient.ts';
import { SimClock } from './SimClock.ts';
import { type NetworkHabits, SimConnection, type SimServer } from './SimNetwork.ts';
import { SimProcess } from './SimProcess.ts';
import { Witness } from './Witness.ts';

/** What can be broken on purpose, to see that the harness notices. */
export interface Flaws {
  readonly log?: LogFlaws;
  readonly room?: Partial<RoomParts>;
  readonly client?: Partial<ClientParts>;
  /** Who waits for the log though it has answered early: the author of an entry, or the others. */
  readonly waits?: 'author' | 'others';
}

/** What a world is made with. */
export interface WorldOptions {
  readonly clients: number;
  readonly seed: number;
  readonly hop: (label: string) => Promise<unknown>;
  readonly losesUnstored?: boolean;
  /** Whether the page was stored by an older version. */
  readonly isOldPage?: boolean;
  /** What each client may do, by its place; owners where nothing is said. */
  readonly roles?: readonly RoomRole[];
  /** Whether the network loses and repeats nothing. */
  readonly isCalm?: boolean;
  readonly flaws?: Flaws;
}

/** The page that all worlds begin with. */
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

/** The same as a version before would have stored it: fonts had other names. */
export function oldFirstPage(): unknown {
  const page = firstPage();
  const { t } = page.things;
  return {
    ...page,
    settings: { ...page.settings, editorVersion: '0.5.3' },
    things: { ...page.things, t: { ...t, content: { ...t?.content, font: 'open-sans' } } },
  };
}

export const WORLD_CAP = 24;
/** So few that some are forgotten in each course of events. */
const WORLD_TOMBSTONES = 4;

/** A room, its log, its servers and some clients in one process, where everything can go wrong. */
export class World {
  readonly clock = new SimClock();
  readonly log: MemoryLog;
  readonly clients: SimClient[];
  readonly witness: Witness;
  readonly random: () => number;
  private readonly options: WorldOptions;
  private readonly servers: SimServer[] = [];
  private crashes = 0;
  private isSettling = false;
  private readonly connections = new Map<SimClient, SimConnection[]>();
  private readonly roles: RoomRole[];
  /** Accounts that could only look on at some time. */
  private readonly onlookers = new Set<number>();
  private readonly habits: NetworkHabits;

  constructor(options: WorldOptions) {
    this.options = options;
    const { hop, flaws = {} } = options;
    this.random = chance(options.seed);
    this.roles = Array.from({ length: options.clients }, (_, at) => options.roles?.[at] ?? 'owner');
    for (const [at, role] of this.roles.entries()) if (!mayWrite(role)) this.onlookers.add(at + 1);
    const stored = options.isOldPage ? oldFirstPage() : firstPage();
    const { page } = migratePage(stored);
    this.log = new MemoryLog(stored, this.clock, hop, flaws.log);
    this.witness = new Witness(this.log);
    this.habits = {
      hop,
      random: options.isCalm ? () => 0.5 : this.random,
      losesUnstored: options.losesUnstored ?? false,
      onSent: (message, _, clientId) => this.witness.sent(message, clientId),
      ...(flaws.waits ? { delay: this.delayed(flaws.waits) } : {}),
    };
    this.startServer();
    this.clients = Array.from({ length: options.clients }, (_, place) =>
      this.createClient(page, place),
    );
  }

  /** Servers that run, the newest first. */
  get running(): SimServer[] {
    return this.servers.filter(({ process }) => process.isAlive).toReversed();
  }

  /** The server that new connections go to. */
  get server(): SimServer {
    const server = this.servers.at(-1);
    if (!server) throw new Error('a world has a server');
    return server;
  }

  /** Another server takes the room over; the one before does not know. */
  startServer(): void {
    const process = new SimProcess();
    const { flaws = {} } = this.options;
    let room: RoomCore | null = null;
    const open = (): RoomCore =>
      new RoomCore(
        {
          log: this.watched(process),
          clock: process.clock(this.clock),
          maxBlocks: WORLD_CAP,
          publisher: { publish: ({ seq }) => Promise.resolve({ revision: seq }) },
          onClosed: () => {
            room = null;
          },
        },
        { ...roomParts, maxTombstones: WORLD_TOMBSTONES, ...flaws.room },
      );
    room = open();
    this.servers.push({ process, room: () => (room ??= open()) });
  }

  /** A server dies at once; another starts. */
  crashServer(): void {
    this.server.process.kill();
    for (const client of this.clients) this.breakOff(client);
    this.startServer();
  }

  stopServer(): void {
    this.server.process.stop();
  }

  resumeServers(): void {
    for (const { process } of this.servers) process.resume();
  }

  breakOff(client: SimClient): void {
    this.connections.get(client)?.at(-1)?.break();
  }

  /** A tab dies and is opened anew; every other time on a disk that brings its past back. */
  crashClient(client: SimClient): void {
    this.breakOff(client);
    this.crashes += 1;
    if (this.crashes % 2 === 1) client.crash();
    else this.witness.forget(client.crashForgetting());
  }

  /** What a client could do at first, by the number of its account; later it could do no more. */
  roleOf(accountId: number): RoomRole {
    return this.options.roles?.[accountId - 1] ?? 'owner';
  }

  /** Whether an account could only look on, at some time or always. */
  hasLookedOn(accountId: number): boolean {
    return this.onlookers.has(accountId);
  }

  /** Someone may only look on from now on, or do again what they could at first (null). */
  changeRole(client: SimClient, role: 'viewer' | 'sampler' | null): void {
    const { accountId } = client.options;
    const next = role ?? this.roleOf(accountId);
    this.roles[accountId - 1] = next;
    if (!mayWrite(next)) this.onlookers.add(accountId);
    for (const connection of this.connections.get(client) ?? []) connection.setRole(next);
  }

  /** Someone publishes the page as they see it, on whatever server they reach; it may fail. */
  publish({ client, options: { accountId } }: SimClient): void {
    const { process, room } = this.server;
    if (!process.isAlive) return;
    const expectedSeq = client.seq ?? 0;
    const idempotencyKey = `${String(accountId)} ${String(expectedSeq)}`;
    const session = this.sessionOf(accountId - 1);
    void room()
      .publish({ expectedSeq, idempotencyKey, session })
      .catch(() => undefined);
  }

  private sessionOf(place: number): RoomSession {
    const role = this.roles[place] ?? 'owner';
    return { accountId: place + 1, name: `Client ${String(place)}`, role };
  }

  /** Lets everything come to rest; false when it does not. */
  async settle(idle: () => Promise<void>): Promise<boolean> {
    this.resumeServers();
    for (const { editor } of this.clients) {
      editor.stopTextEditing();
      editor.cancel();
    }
    this.isSettling = true;
    // Who tries again waits up to 30 s, be there ever so much else to do till then.
    const endMs = this.clock.now() + 60_000;
    for (let round = 0; round < 300 || this.clock.now() < endMs; round++) {
      await idle();
      if (this.isAtRest) return true;
      this.clock.advance(Math.min(1000, Math.max(10, this.clock.untilNextMs ?? 1000)));
    }
    return this.isAtRest;
  }

  private get isAtRest(): boolean {
    const head = this.log.entries.length;
    return this.clients.every(
      ({ client }) => client.status === 'live' && client.pendingCount === 0 && client.seq === head,
    );
  }

  /** The log of a server, which must not be given what comes of those who may only look on. */
  private watched(process: SimProcess): RoomLog {
    const log = this.log.of(process);
    const append: RoomLog['append'] = (batch) => {
      for (const { clientId, mid } of batch.entries) {
        const told = [...this.connections.values()]
          .flat()
          .flatMap((each) => each.toldRole(process, clientId) ?? []);
        if (told.length > 0 && !told.some(mayWrite))
          this.witness.violations.push(
            `R17: op ${clientId} ${String(mid)} of a ${told.join()} was to be stored`,
          );
      }
      return log.append(batch);
    };
    return { ...log, append };
  }

  private createClient(page: Page, place: number): SimClient {
    return new SimClient({
      name: `c${String(place)}`,
      accountId: place + 1,
      page,
      maxBlocks: WORLD_CAP,
      clock: this.clock,
      random: this.random,
      hop: this.options.hop,
      onKept: (clientId, mid) => this.witness.kept.add(`${clientId} ${String(mid)}`),
      onRefused: (clientId, mid) => this.witness.refused.add(`${clientId} ${String(mid)}`),
      parts: { ...clientParts, ...this.options.flaws?.client },
      connect: (client, handlers) => {
        // Some still find the server that owned the room before, but not for ever.
        const old = this.servers.at(-2);
        const isAstray = old && this.habits.random() < 0.2 && !this.isSettling;
        const server = isAstray ? old : this.server;
        const session = this.sessionOf(place);
        const { process } = client;
        const connection = new SimConnection(this.habits, server, process, session, handlers);
        const watched = {
          send: (message: Parameters<SimConnection['send']>[0]) => {
            if (!process.isAlive) return;
            this.witness.asked(message, client.client.clientId, process, place + 1);
            connection.send(message);
          },
          close: () => connection.close(),
        };
        this.connections.set(client, [...(this.connections.get(client) ?? []), connection]);
        return watched;
      },
    });
  }

  private delayed(waits: 'author' | 'others'): NonNullable<NetworkHabits['delay']> {
    return (message, clientId, send) => {
      const last = message.type === 'stream' ? message.entries.at(-1) : undefined;
      const isAuthor = last?.clientId === clientId;
      if (last && isAuthor === (waits === 'author')) this.log.whenStored(last.seq, send);
      else send();
    };
  }
}

/** Numbers from 0 to 1 by a seed (mulberry32), so that a world can be run again. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
