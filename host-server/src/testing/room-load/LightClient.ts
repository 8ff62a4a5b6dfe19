import { gunzipSync } from 'node:zlib';
import { EDITOR_VERSION, type Page } from '@cobble/engine';
import {
  type Intent,
  type PagePatch,
  PROTOCOL,
  replayPatches,
  type RoomMessage,
  type StreamEntry,
} from '@cobble/engine/collaboration';
import WebSocket from 'ws';
import { ROOM_SOCKET_PATH } from '../../contract/roomSocket.ts';
import type { Member } from './RoomStage.ts';

/**
 * How many patches it keeps at most before it applies them, which takes a few ms. Hundreds of clients
 * would otherwise do so at the same moment, and everyone's times would include that.
 */
const MAX_PATCHES = 400;
const MAX_OPS_PER_MESSAGE = 100;
/** After this time without a message, the connection counts as lost; rooms send one every few s. */
const SILENCE_MS = 12_000;
/** How long connecting may take. */
const CONNECT_MS = 8000;
const CHECK_MS = 1000;

/** What a light client tells its owner. */
export interface LightClientEvents {
  /** An entry of the stream has arrived, in order. */
  readonly onEntry?: (entry: StreamEntry, client: LightClient) => void;
  /** An op of its own was decided on, `sentMs` after `performance.timeOrigin`. */
  readonly onAcknowledged?: (
    ack: Omit<StreamEntry, 'patch'>,
    sentMs: number,
    client: LightClient,
  ) => void;
  /** The room has a page of an older entry than it had broadcast. */
  readonly onSetBack?: (fromSeq: number, toSeq: number) => void;
  /** A connection has ended; with the room's reason, if it gave one. */
  readonly onClosed?: (reason: string | null, client: LightClient) => void;
}

/** How a light client connects. */
export interface LightClientOptions extends LightClientEvents {
  /** Read at each connection. */
  readonly port: () => number;
  /** The port that the Host header names, if it connects through a proxy. */
  readonly appPort?: () => number;
  readonly member: Member;
  readonly pageId: number;
  readonly clientId: string;
  /** Where its connections come from, such as `127.0.0.7`. */
  readonly localAddress?: string | undefined;
  /** Waits between connections, ms. Default: none, it connects at once. */
  readonly retryMs?: () => number;
  /** A fault for testing the tests: it numbers its pending ops anew on each connection. */
  readonly renumbers?: boolean;
}

interface PendingOp {
  mid: number;
  readonly intents: readonly Intent[];
  readonly baseSeq: number;
  sentMs: number;
}

/**
 * A client of a room that speaks the protocol over a plain WebSocket, without an editor. Like an
 * editor's, it sends its ops until they are acknowledged, notices gaps and reconnects. It costs so
 * little that one process can run hundreds, and it shares no code with the engine's client.
 */
export class LightClient {
  readonly options: LightClientOptions;
  /** The newest entry that it has; null before the first welcome. */
  seq: number | null = null;
  /** How often entries were missing in between. */
  gaps = 0;
  /** How often the room has sent a page that is older than what it had broadcast. */
  setBacks = 0;
  /** Whether the room has welcomed it on this connection. */
  isLive = false;
  private page: Page | null = null;
  private patches: PagePatch[] = [];
  private maxPatches = patchesToKeep();
  private pending: PendingOp[] = [];
  private nextMid = 1;
  private socket: WebSocket | null = null;
  private parts: { text: string; ackId: string; isLast: boolean } | null = null;
  private text = '';
  private closedReason: string | null = null;
  private heardMs = 0;
  private isStopped = false;
  private retry: NodeJS.Timeout | null = null;
  private pause: NodeJS.Timeout | null = null;
  private readonly watch: NodeJS.Timeout;
  /** When what nobody had responded to was last sent again. */
  private resentMs = 0;
  private waiters: { isDone: () => boolean; resolve: () => void }[] = [];

  constructor(options: LightClientOptions) {
    this.options = options;
    this.watch = setInterval(() => {
      this.check();
    }, CHECK_MS);
    this.open();
  }

  get pendingCount(): number {
    return this.pending.length;
  }

  /** How many bytes wait to be sent. */
  get bufferedBytes(): number {
    return this.socket?.bufferedAmount ?? 0;
  }

  /** The page as the stream gives it. */
  get currentPage(): Page {
    if (this.page === null) throw new Error(`${this.options.clientId} has no page`);
    if (this.patches.length > 0) this.page = replayPatches(this.page, this.patches);
    this.patches = [];
    this.maxPatches = patchesToKeep();
    return this.page;
  }

  /** Sends an op, now or when it is connected. Returns its number. */
  edit(intents: readonly Intent[]): number {
    const op: PendingOp = {
      ...{ mid: this.nextMid, intents, baseSeq: this.seq ?? 0 },
      sentMs: performance.now(),
    };
    this.nextMid += 1;
    this.pending.push(op);
    if (this.isLive && this.pause === null) this.sendOps([op], op.mid - 1);
    return op.mid;
  }

  /** Ends the connection without a word, as a lost network does. It connects again. */
  cut(): void {
    this.socket?.terminate();
  }

  /** Stops reading from the connection, as a stalled process does. */
  stall(): void {
    this.stream?.pause();
  }

  /** Waits until a condition holds, which is tested after each message. */
  until(isDone: () => boolean, timeoutMs: number, what: string): Promise<void> {
    if (isDone()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiter = {
        isDone,
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiters = this.waiters.filter((each) => each !== waiter);
        reject(new Error(`${this.options.clientId} waited too long until ${what}`));
      }, timeoutMs);
      this.waiters.push(waiter);
    });
  }

  /** Waits until the room has welcomed it. */
  live(timeoutMs = 30_000): Promise<void> {
    return this.until(() => this.isLive, timeoutMs, 'it was welcomed');
  }

  /** Ends the connection, and does not connect again. */
  close(): void {
    this.isStopped = true;
    clearInterval(this.watch);
    if (this.retry) clearTimeout(this.retry);
    if (this.pause) clearTimeout(this.pause);
    this.socket?.terminate();
  }

  /** Ends the connection until `start` is called. */
  stop(): void {
    this.isStopped = true;
    if (this.retry) clearTimeout(this.retry);
    this.socket?.terminate();
  }

  /** Connects again after `stop`. */
  start(): void {
    this.isStopped = false;
    this.open();
  }

  private get stream() {
    return (this.socket as unknown as { _socket?: { pause(): void } } | null)?._socket;
  }

  private open(): void {
    const { port, appPort = port, member, localAddress, pageId } = this.options;
    const app = `localhost:${String(appPort())}`;
    const url = `ws://127.0.0.1:${String(port())}${ROOM_SOCKET_PATH}/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url, {
      headers: { Host: app, Cookie: member.cookie },
      origin: `http://${app}`,
      perMessageDeflate: false,
      handshakeTimeout: CONNECT_MS,
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    this.socket = socket;
    this.isLive = false;
    this.parts = null;
    this.text = '';
    this.closedReason = null;
    this.heardMs = performance.now();
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (this.socket !== socket) return;
      this.heardMs = performance.now();
      if (isBinary) this.receivePart(data);
      else this.receive(data.toString(), pageId);
      this.settle();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.isLive = false;
      this.options.onClosed?.(this.closedReason, this);
      this.settle();
      if (this.isStopped) return;
      const { retryMs = () => 0 } = this.options;
      this.retry = setTimeout(() => {
        this.open();
      }, retryMs());
    });
  }

  /** Handles a packet of Engine.IO with a packet of Socket.IO in it. */
  private receive(packet: string, pageId: number): void {
    if (packet === '2') this.write('3');
    else if (packet.startsWith('0')) this.write(`40${JSON.stringify({ page: pageId })}`);
    else if (packet.startsWith('40')) this.sayHello();
    else if (packet.startsWith('42')) this.receiveEvent(parsed(packet));
    else if (packet.startsWith('45')) {
      const [, ackId = '', json = '[]'] = /^451-(\d*)(.*)$/s.exec(packet) ?? [];
      const [, , isLast] = JSON.parse(json) as [string, unknown, boolean];
      this.parts = { text: '', ackId, isLast };
    } else if (packet.startsWith('44')) {
      this.closedReason = packet.slice(2);
      this.socket?.terminate();
    } else if (packet.startsWith('41') || packet.startsWith('1')) this.socket?.terminate();
  }

  private receivePart(gzipped: Buffer): void {
    const { parts } = this;
    if (parts === null) return;
    this.parts = null;
    this.text += gunzipSync(gzipped).toString();
    this.write(`43${parts.ackId}[]`);
    if (!parts.isLast) return;
    const message = JSON.parse(this.text) as RoomMessage;
    this.text = '';
    this.receiveMessage(message);
  }

  private receiveEvent([name, value]: readonly [string, unknown]): void {
    if (name === 'closed') this.closedReason = value as string;
    else if (name === 'message') this.receiveMessage(value as RoomMessage);
  }

  private receiveMessage(message: RoomMessage): void {
    switch (message.type) {
      case 'welcome':
        this.welcome(message);
        break;
      case 'stream':
        this.apply(message.entries);
        break;
      case 'head':
        if (this.isLive && message.seq > (this.seq ?? 0)) this.catchUp();
        break;
      case 'resend':
        this.resend();
        break;
      case 'error':
        if (message.code === 'rate_limited') this.waitAndResend(message.retryAfterMs ?? 1000);
        else if (message.code !== 'hello_first') this.closedReason = message.code;
        break;
      default:
        break;
    }
  }

  private sayHello(): void {
    const { clientId, member, renumbers = false } = this.options;
    if (renumbers) for (const op of this.pending) op.mid = this.nextMid++;
    this.send({
      ...{ type: 'hello', protocol: PROTOCOL, editorVersion: EDITOR_VERSION, clientId },
      ...{ lastSeq: this.seq, lastMid: (this.pending[0]?.mid ?? this.nextMid) - 1 },
      authenticate: { accountId: member.accountId },
    });
  }

  private welcome(message: Extract<RoomMessage, { type: 'welcome' }>): void {
    if (message.seq < (this.seq ?? 0)) {
      this.setBacks += 1;
      this.options.onSetBack?.(this.seq ?? 0, message.seq);
    }
    if (message.page !== undefined) {
      this.page = message.page as Page;
      this.patches = [];
      this.seq = message.seq - message.entries.length;
    }
    this.isLive = true;
    this.apply(message.entries);
    for (const ack of message.acknowledged) this.acknowledge(ack);
    // The oldest acknowledgements are not sent.
    this.pending = this.pending.filter(({ mid }) => mid > message.lastMid);
    this.resend();
  }

  private apply(entries: readonly StreamEntry[]): void {
    for (const entry of entries) {
      if (this.seq === null || entry.seq <= this.seq) continue;
      if (entry.seq > this.seq + 1) {
        this.gaps += 1;
        this.catchUp();
        return;
      }
      this.seq = entry.seq;
      this.patches.push(entry.patch);
      this.options.onEntry?.(entry, this);
      if (entry.clientId === this.options.clientId) this.acknowledge(entry);
    }
    if (this.patches.length > this.maxPatches) this.currentPage;
  }

  private acknowledge(ack: Omit<StreamEntry, 'patch'>): void {
    const index = this.pending.findIndex(({ mid }) => mid === ack.mid);
    const [op] = index < 0 ? [] : this.pending.splice(index, 1);
    if (op) this.options.onAcknowledged?.(ack, op.sentMs, this);
  }

  private catchUp(): void {
    this.send({ type: 'catch-up', lastSeq: this.seq ?? 0 });
  }

  private resend(): void {
    for (let from = 0; from < this.pending.length; from += MAX_OPS_PER_MESSAGE) {
      const ops = this.pending.slice(from, from + MAX_OPS_PER_MESSAGE);
      this.sendOps(ops, from === 0 ? 0 : (this.pending[from - 1]?.mid ?? 0));
    }
  }

  private waitAndResend(delayMs: number): void {
    if (this.pause !== null) return;
    this.pause = setTimeout(() => {
      this.pause = null;
      if (this.isLive) this.resend();
    }, delayMs);
  }

  private sendOps(ops: readonly PendingOp[], after: number): void {
    const sent = ops.map(({ mid, baseSeq, intents }) => ({ mid, baseSeq, intents }));
    this.send({ type: 'ops', after, ops: sent });
  }

  private send(message: object): void {
    this.write(`42${JSON.stringify(['message', message])}`);
  }

  private write(packet: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(packet);
  }

  /** Gives up a silent connection, and sends again what nobody has responded to. */
  private check(): void {
    const now = performance.now();
    if (this.socket !== null && now - this.heardMs > SILENCE_MS) this.socket.terminate();
    const [oldest] = this.pending;
    if (this.isLive && oldest && now - Math.max(oldest.sentMs, this.resentMs) > 5000) {
      this.resentMs = now;
      this.resend();
    }
  }

  private settle(): void {
    if (this.waiters.length === 0) return;
    const done = this.waiters.filter(({ isDone }) => isDone());
    this.waiters = this.waiters.filter((each) => !done.includes(each));
    for (const { resolve } of done) resolve();
  }
}

/** Another number for each client and each time. */
function patchesToKeep(): number {
  return MAX_PATCHES * (0.5 + 0.5 * Math.random());
}

/** The last events, which all clients of a room get as the same text. */
const known = new Map<string, [string, unknown]>();
const MAX_KNOWN = 64;

function parsed(packet: string): [string, unknown] {
  const found = known.get(packet);
  if (found) return found;
  const event = JSON.parse(packet.slice(2)) as [string, unknown];
  if (known.size >= MAX_KNOWN) {
    const [first] = known.keys();
    if (first !== undefined) known.delete(first);
  }
  known.set(packet, event);
  return event;
}
