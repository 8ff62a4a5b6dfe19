import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Intent, StreamEntry } from '@cobble/engine/collaboration';
import { Latencies } from '../hostile/Latencies.ts';
import { dragOf, noteOf } from '../room-load/edits.ts';
import { LightClient } from '../room-load/LightClient.ts';
import { pageHash } from '../room-load/pageHash.ts';
import type { Member, RoomStage, StagePage } from '../room-load/RoomStage.ts';
import { pace } from './pace.ts';

/** Connections from one address: a server accepts up to 100. */
const PER_ADDRESS = 90;
/** How many sending times of a client are kept. */
const KEPT = 4096;
const JOIN_MS = 60_000;
/** How often the lateness of the clients' process is measured. */
const RESOLUTION_MS = 2;
/** Long texts, for those who measure large messages. */
const LONG_TEXT = 'Bread from seven. '.repeat(1100);

/** Light clients in one room or several. */
export class Crowd {
  readonly clients: LightClient[] = [];
  /** From sending an op until its sender gets it back: it is stored then. */
  readonly acknowledgements = new Latencies();
  /** From sending an op until another client gets it. */
  readonly broadcasts = new Latencies();
  /** How many ops have arrived at clients. */
  deliveries = 0;
  /** Why ops were not applied as sent. */
  private readonly refusals: string[] = [];
  /** Whether times are recorded. */
  private isMeasuring = false;
  /** How late the timers of the clients' own process are meanwhile. */
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private readonly stage: RoomStage;
  private readonly pageOf = new Map<LightClient, StagePage>();
  private readonly sentMs = new Map<string, Float64Array>();
  /** The last note of each client. */
  private readonly notes = new Map<LightClient, string>();
  private edits = 0;

  constructor(stage: RoomStage) {
    this.stage = stage;
  }

  /**
   * Lets members join the room of a page, one client each.
   *
   * @param options.isTimed whether the times at which these clients get ops are recorded.
   */
  async join(
    page: StagePage,
    members: readonly Member[],
    options: {
      readonly role?: 'editor' | 'viewer';
      readonly isTimed?: boolean;
      readonly port?: () => number;
      readonly retryMs?: () => number;
    } = {},
  ): Promise<readonly LightClient[]> {
    const { role = 'editor', isTimed = true, port, retryMs } = options;
    const { stage } = this;
    await stage.admit(page, members, role);
    const appPort = stage.server().port;
    const joined = members.map((member) => {
      const clientId = randomUUID();
      const client = new LightClient({
        ...{
          port: port ?? (() => appPort),
          appPort: () => appPort,
          member,
          pageId: page.id,
          clientId,
        },
        localAddress: port ? undefined : addressOf(this.clients.length),
        ...(retryMs === undefined ? {} : { retryMs }),
        onEntry: (entry, receiver) => {
          this.received(entry, receiver, isTimed);
        },
        onAcknowledged: ({ status, code = '', details }, sentMs) => {
          if (status !== 'applied')
            this.refusals.push(`${status} ${code} ${JSON.stringify(details)}`);
          if (this.isMeasuring) this.acknowledgements.add(performance.now() - sentMs);
        },
      });
      this.clients.push(client);
      this.pageOf.set(client, page);
      this.sentMs.set(clientId, new Float64Array(KEPT));
      return client;
    });
    await Promise.all(joined.map((client) => client.live(JOIN_MS)));
    return joined;
  }

  /** Records times from now on. */
  startMeasuring(): void {
    this.isMeasuring = true;
    this.delays.reset();
    this.delays.enable();
  }

  /**
   * Records no more times.
   *
   * @returns how late the clients' process itself was in the slowest hundredth of its turns, ms. Times
   *   include that.
   */
  endMeasuring(): number {
    this.isMeasuring = false;
    this.delays.disable();
    return Math.max(0, this.delays.percentile(99) / 1e6 - RESOLUTION_MS);
  }

  /** Lets one client move a block. */
  edit(client: LightClient): void {
    const page = this.page(client);
    this.edits += 1;
    this.send(client, dragOf(page, this.edits));
  }

  /** Lets clients replace their note by one with a long text, each so many times a second. */
  async editTextsFor(
    seconds: number,
    perSecond: number,
    clients: readonly LightClient[],
  ): Promise<number> {
    return pace(clients, perSecond, seconds, (client) => {
      const { section } = this.page(client);
      const note = noteOf(section, this.notes.get(client), LONG_TEXT);
      this.notes.set(client, note.uuid);
      this.send(client, note.intents);
    });
  }

  /** Lets clients move blocks, each so many times a second. Returns how many edits there were. */
  async editFor(
    seconds: number,
    perSecond: number,
    clients: readonly LightClient[] = this.clients,
  ): Promise<number> {
    return pace(clients, perSecond, seconds, (client) => {
      this.edit(client);
    });
  }

  /** Waits until nothing is pending, and the clients of each room have the same newest entry. */
  async settle(timeoutMs = 30_000, without: readonly LightClient[] = []): Promise<void> {
    const heads = new Map<StagePage, number>();
    const clients = this.clients.filter((client) => !without.includes(client));
    for (const client of clients)
      await client.until(
        () => client.isLive && client.pendingCount === 0,
        timeoutMs,
        'nothing was pending',
      );
    for (const client of clients) {
      const page = this.page(client);
      heads.set(page, Math.max(heads.get(page) ?? 0, client.seq ?? 0));
    }
    for (const client of clients) {
      const head = heads.get(this.page(client)) ?? 0;
      await client.until(
        () => (client.seq ?? 0) >= head,
        timeoutMs,
        `it had entry ${String(head)}`,
      );
    }
  }

  /**
   * Checks that each client has the page that the server has, without a gap in between.
   *
   * @throws Error on the first difference.
   */
  async check(without: readonly LightClient[] = []): Promise<void> {
    const hashes = new Map<StagePage, string>();
    for (const page of new Set(this.pageOf.values()))
      hashes.set(page, pageHash((await this.stage.draft(page)).page));
    for (const client of this.clients) {
      if (without.includes(client)) continue;
      const { clientId } = client.options;
      if (client.gaps > 0 || client.setBacks > 0)
        throw new Error(`${clientId} missed entries ${String(client.gaps)} times`);
      if (pageHash(client.currentPage) !== hashes.get(this.page(client)))
        throw new Error(`${clientId} has another page than the server`);
    }
    const [first] = this.refusals;
    if (first !== undefined)
      throw new Error(`${String(this.refusals.length)} ops were not applied as sent: ${first}`);
  }

  close(): void {
    for (const client of this.clients) client.close();
  }

  private send(client: LightClient, intents: readonly Intent[]): void {
    const mid = client.edit(intents);
    const times = this.sentMs.get(client.options.clientId);
    if (times) times[mid % KEPT] = performance.now();
  }

  private page(client: LightClient): StagePage {
    const page = this.pageOf.get(client);
    if (!page) throw new Error('A client has no page');
    return page;
  }

  private received({ clientId, mid }: StreamEntry, receiver: LightClient, isTimed: boolean): void {
    this.deliveries += 1;
    if (!this.isMeasuring || !isTimed || clientId === receiver.options.clientId) return;
    const sentMs = this.sentMs.get(clientId)?.[mid % KEPT];
    if (sentMs !== undefined) this.broadcasts.add(performance.now() - sentMs);
  }
}

/** A loopback address for a connection, so that no address has too many. */
export function addressOf(index: number): string {
  return `127.0.1.${String(1 + Math.floor(index / PER_ADDRESS))}`;
}
