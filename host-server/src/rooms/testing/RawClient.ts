import { EDITOR_VERSION } from '@cobble/engine';
import { PROTOCOL, type ClientMessage, type RoomMessage } from '@cobble/engine/collaboration';
import { type ClientSocket, connectSocket, type ConnectOptions } from './socketTransport.ts';

/** How long a message may take on a busy machine. */
const TIMEOUT_MS = 60_000;

/** A connection to a room that sends whatever a test wants. */
export class RawClient {
  readonly received: RoomMessage[] = [];
  /** The room's reason for closing it. */
  closed: string | null = null;
  private readonly socket: ClientSocket;
  private notify: () => void = () => undefined;

  private constructor(socket: ClientSocket) {
    this.socket = socket;
    socket.on('message', (message) => {
      this.received.push(message);
      this.notify();
    });
    socket.on('closed', (reason) => {
      this.closed = reason;
      this.notify();
    });
    socket.on('disconnect', () => {
      this.closed ??= 'disconnected';
      this.notify();
    });
  }

  /** Connects; throws an error with the code of a refusal. */
  static async connect(options: ConnectOptions): Promise<RawClient> {
    const socket = connectSocket(options);
    const client = new RawClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return client;
  }

  send(message: object): void {
    this.socket.emit('message', message as ClientMessage);
  }

  /** Sends a packet of Socket.IO, as text. */
  sendPacket(packet: string): void {
    this.socket.io.engine.write(packet);
  }

  /** Says hello as an editor would, unless `more` differs. */
  hello(clientId: string, accountId: number, more: object = {}): void {
    this.send({
      ...{ type: 'hello', protocol: PROTOCOL, editorVersion: EDITOR_VERSION, clientId },
      ...{ lastSeq: null, lastMid: 0, authenticate: { accountId } },
      ...more,
    });
  }

  /** Waits until it has received a message that matches, or was closed. */
  async until(matches: (message: RoomMessage) => boolean): Promise<void> {
    const isDone = (): boolean => this.received.some(matches) || this.closed !== null;
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(() => {
          reject(new Error(`It received only …${JSON.stringify(this.received).slice(-1000)}`));
        }, TIMEOUT_MS);
        this.notify = () => {
          if (isDone()) resolve();
        };
        this.notify();
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits until the room has welcomed it. */
  welcome(): Promise<void> {
    return this.until(({ type }) => type === 'welcome');
  }

  disconnect(): void {
    this.socket.disconnect();
  }
}
