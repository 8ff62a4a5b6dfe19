import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RoomRole } from '@cobble/engine/collaboration';
import { noteOf } from '../room-load/edits.ts';
import { EditorClient } from '../room-load/EditorClient.ts';
import { LightClient } from '../room-load/LightClient.ts';
import { pageHash } from '../room-load/pageHash.ts';
import type { RoomStage, StagePage } from '../room-load/RoomStage.ts';
import { TcpProxy } from '../room-load/TcpProxy.ts';
import { RoomHistory, type StoredRow } from './RoomHistory.ts';

const ROOMS = 2;
const LIGHT_CLIENTS = 3;
/** Between two edits, ms. */
const EDIT_MS = 8;
/** Notes of a client that stay on the page. */
const NOTES = 5;
const SETTLE_MS = 60_000;
const ROLE: RoomRole = 'editor';

/** When ops of a client were acknowledged. */
interface Acknowledgements {
  /** The last one; 0 if none was. */
  lastMs: number;
  /** The first one since `expectAcknowledgements`. */
  firstMs: number | null;
}

/** A client of either kind, with the network that it uses. */
export interface FaultyClient {
  readonly acknowledgements: Acknowledgements;
  readonly proxy: TcpProxy;
  /** Which server it connects to next. */
  readonly target: { server: number };
  /** Ends its connection; it connects again. */
  readonly cut: () => void;
  readonly edit: () => void;
  readonly isSaved: () => boolean;
  readonly seq: () => number;
  readonly hash: () => string;
  readonly close: () => void;
}

interface FaultyRoom {
  readonly page: StagePage;
  readonly history: RoomHistory;
  readonly clients: readonly FaultyClient[];
}

/**
 * Rooms in which clients go on editing while something fails. In each room there are several light
 * clients and a real editor, each with a network of its own.
 */
export class FaultyRooms {
  readonly rooms: readonly FaultyRoom[];
  private readonly stage: RoomStage;
  private readonly random: () => number;
  private timer: NodeJS.Timeout | null = null;

  private constructor(stage: RoomStage, random: () => number, rooms: readonly FaultyRoom[]) {
    this.stage = stage;
    this.random = random;
    this.rooms = rooms;
  }

  /**
   * Creates the pages, and lets the clients join.
   *
   * @param options.renumbers see `LightClientOptions`
   */
  static async create(
    stage: RoomStage,
    random: () => number,
    options: { readonly renumbers?: boolean } = {},
  ): Promise<FaultyRooms> {
    const members = await stage.firstMembers(ROOMS * (LIGHT_CLIENTS + 1));
    const rooms: FaultyRoom[] = [];
    for (let index = 0; index < ROOMS; index += 1) {
      const own = members.slice(index * (LIGHT_CLIENTS + 1), (index + 1) * (LIGHT_CLIENTS + 1));
      const [owner, ...others] = own;
      if (!owner) throw new Error('A room has no owner');
      const page = await stage.addPage(owner, 10);
      await stage.admit(page, others, ROLE);
      const history = new RoomHistory(page);
      const clients: FaultyClient[] = [];
      const room: FaultyRoom = { page, history, clients };
      for (const member of others)
        clients.push(await lightClient(stage, room, { ...options, member, random }));
      clients.push(await editorClient(stage, room));
      rooms.push(room);
    }
    const faulty = new FaultyRooms(stage, random, rooms);
    await faulty.settle();
    return faulty;
  }

  get clients(): readonly FaultyClient[] {
    return this.rooms.flatMap(({ clients }) => clients);
  }

  get violations(): readonly string[] {
    return this.rooms.flatMap(({ history }) => history.violations);
  }

  /** Ops that were sent, acknowledged, broadcast and stored so far, over all rooms. */
  get counts(): RoomHistory['counts'] {
    const sum = { sent: 0, acknowledged: 0, broadcast: 0, stored: 0 };
    for (const { history } of this.rooms)
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += history.counts[key];
    return sum;
  }

  /** For how long no op has been acknowledged in any room, ms. */
  get quietMs(): number {
    return (
      performance.now() - Math.max(...this.clients.map((each) => each.acknowledgements.lastMs))
    );
  }

  /** Lets the clients edit until `stopEditing`. */
  startEditing(): void {
    this.timer ??= setInterval(() => {
      const { clients } = this;
      clients[Math.floor(this.random() * clients.length)]?.edit();
    }, EDIT_MS);
  }

  stopEditing(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  /** Begins to wait for acknowledgements. Returns the time, ms. */
  expectAcknowledgements(): number {
    for (const { acknowledgements } of this.clients) acknowledgements.firstMs = null;
    return performance.now();
  }

  /**
   * Waits until an op has been acknowledged in each room, after `expectAcknowledgements`; no longer
   * than a minute, or until something is wrong anyway.
   *
   * @returns after how long that was, ms.
   */
  acknowledged(sinceMs: number): Promise<number> {
    return this.untilEach(this.rooms, sinceMs, ({ clients }) =>
      Math.min(...clients.map((each) => each.acknowledgements.firstMs ?? Infinity)),
    );
  }

  /** Like `acknowledged`, but waits for an op of each of these clients. */
  acknowledgedTo(clients: readonly FaultyClient[], sinceMs: number): Promise<number> {
    return this.untilEach(clients, sinceMs, (each) => each.acknowledgements.firstMs ?? Infinity);
  }

  /** Waits until nothing is pending and all clients have everything. */
  async settle(): Promise<void> {
    for (const { clients, history } of this.rooms) {
      if (!(await this.wait(() => clients.every((client) => client.isSaved()))))
        history.violate('I3', 'ops are still pending after a minute');
      const head = Math.max(...clients.map((client) => client.seq()));
      if (!(await this.wait(() => clients.every((client) => client.seq() >= head))))
        history.violate('I5', `clients do not get entry ${String(head)}`);
    }
  }

  /** Waits until a time is known for each. Returns how long after another time the last one is, ms. */
  private async untilEach<Value>(
    values: readonly Value[],
    sinceMs: number,
    timeOf: (value: Value) => number,
  ): Promise<number> {
    const lastMs = (): number => Math.max(sinceMs, ...values.map(timeOf));
    await this.wait(() => lastMs() < Infinity);
    return lastMs() - sinceMs;
  }

  /** Waits until a condition holds; no longer than a minute, or until something is wrong anyway. */
  private async wait(isDone: () => boolean): Promise<boolean> {
    const until = performance.now() + SETTLE_MS;
    while (!isDone()) {
      if (performance.now() > until || this.violations.length > 0) return false;
      await sleep(10);
    }
    return true;
  }

  /** Compares everything that clients have seen with the log, and all pages with each other. */
  async check(server = 0): Promise<void> {
    const { stage } = this;
    for (const { page, history, clients } of this.rooms) {
      const rows = await stage
        .knex('room_entries')
        .where({ page_id: page.id })
        .orderBy('seq')
        .select<StoredRow[]>('seq', 'entry', 'patch');
      const expected = history.check(rows);
      const draft = await stage.draft(page, stage.server(server)).catch(() => null);
      if (draft === null || pageHash(draft.page) !== expected)
        history.violate('I5', 'the room has another page than its log');
      for (const client of clients)
        if (client.hash() !== expected)
          history.violate('I5', 'a client has another page than the log');
    }
  }

  close(): void {
    this.stopEditing();
    for (const { close, proxy } of this.clients) {
      close();
      proxy.close();
    }
  }
}

function note(acknowledgements: Acknowledgements): void {
  acknowledgements.lastMs = performance.now();
  acknowledgements.firstMs ??= acknowledgements.lastMs;
}

interface LightOptions {
  readonly member: StagePage['owner'];
  readonly random: () => number;
  readonly renumbers?: boolean;
}

async function lightClient(
  stage: RoomStage,
  { page, history }: FaultyRoom,
  { member, random, renumbers = false }: LightOptions,
): Promise<FaultyClient> {
  const target = { server: 0 };
  const acknowledgements = { lastMs: 0, firstMs: null };
  const port = (): number => stage.server(target.server).port;
  const proxy = await TcpProxy.start(port);
  const notes: string[] = [];
  const clientId = randomUUID();
  const light = new LightClient({
    ...{ port: () => proxy.port, member, pageId: page.id, clientId, renumbers },
    appPort: port,
    retryMs: () => 20 + random() * 100,
    onEntry: (entry) => {
      history.noteReceived(entry);
    },
    onAcknowledged: (ack) => {
      history.noteAcknowledged(ack);
      note(acknowledgements);
    },
    onSetBack: (from, to) => {
      history.violate('I2', `a client had entry ${String(from)}, and the room has ${String(to)}`);
    },
  });
  return {
    ...{ proxy, target, acknowledgements },
    cut: () => {
      light.cut();
    },
    edit: () => {
      const removed = notes.length >= NOTES ? notes.shift() : undefined;
      const { uuid, intents } = noteOf(page.section, removed);
      notes.push(uuid);
      history.noteSent(uuid, clientId, light.edit(intents));
    },
    isSaved: () => light.isLive && light.pendingCount === 0,
    seq: () => light.seq ?? 0,
    hash: () => pageHash(light.currentPage),
    close: () => {
      light.close();
    },
  };
}

async function editorClient(
  stage: RoomStage,
  { page, history }: FaultyRoom,
): Promise<FaultyClient> {
  const target = { server: 0 };
  const acknowledgements = { lastMs: 0, firstMs: null };
  const port = (): number => stage.server(target.server).port;
  const proxy = await TcpProxy.start(port);
  const notes: string[] = [];
  const editor: EditorClient = new EditorClient({
    ...{ port: () => proxy.port, member: page.owner, stagePage: page },
    appPort: port,
    events: {
      onEntry: (entry) => {
        history.noteReceived(entry);
        if (entry.clientId !== editor.client.clientId) return;
        history.noteAcknowledged(entry);
        note(acknowledgements);
      },
    },
  });
  return {
    ...{ proxy, target, acknowledgements },
    cut: () => {
      proxy.reset();
    },
    edit: () => {
      const [uuid = ''] = editor.editor.add({ type: 'sticky-note' }).unwrap();
      history.noteSent(uuid, null, 0);
      notes.push(uuid);
      const oldest = notes.length > NOTES ? notes.shift() : undefined;
      if (oldest !== undefined) editor.editor.remove([oldest]).unwrap();
    },
    isSaved: () => editor.isSaved,
    seq: () => editor.client.seq ?? 0,
    hash: () => pageHash(editor.editor.page),
    close: () => {
      editor.close();
    },
  };
}
