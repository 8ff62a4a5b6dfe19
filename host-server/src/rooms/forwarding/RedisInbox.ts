import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { createClient, RESP_TYPES } from 'redis';
import { within } from '../../shared/within.ts';
import { fieldsOf, letterOf, type RedisArgument } from './letterFields.ts';
import type { Letter } from './Links.ts';

/** How long a server's inbox outlives the server, ms. */
const KEPT_MS = 10_000;
/** How often the inbox is kept, at least, ms. */
const BLOCK_MS = 1000;
/** After this time without a response, Redis counts as gone, ms. */
const RESPONSE_MS = 3000;
/** How long to wait before connecting again, ms. */
const RETRY_MS = 500;
/** Letters that are read at once. */
const READ_COUNT = 32;
/** How long letters are handled in one turn of the event loop, ms. */
const TURN_MS = 10;
/** Letters in an inbox, about. Links send far fewer without a receipt, unless there are many. */
const MAX_LETTERS = 20_000;

/** What an inbox reports. */
export interface InboxHandlers {
  readonly onLetter: (letter: Letter) => void;
  /** Something else was in the inbox. */
  readonly onGarbage: () => void;
  readonly onUp: () => void;
  /** Letters may be lost from now on. Called at each attempt to connect that fails, too. */
  readonly onDown: (error: unknown) => void;
}

/** What is used of Redis. */
interface Commands {
  sendCommand: (args: readonly RedisArgument[]) => Promise<unknown>;
}

/**
 * A stream in Redis that other servers add letters to, which only this server reads. It exists while
 * this server is connected, so that nobody writes to one that is gone. It starts empty with each
 * connection.
 */
export class RedisInbox {
  private readonly url: string;
  private readonly key: string;
  private readonly handlers: InboxHandlers;
  /** The connection for everything but reading; null while there is none. */
  private commands: Commands | null = null;
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;

  /** Connects, again and again until it is closed. */
  constructor(url: string, serverId: string, handlers: InboxHandlers) {
    this.url = url;
    this.key = keyOf(serverId);
    this.handlers = handlers;
    this.running = this.run();
  }

  /** Whether letters can be sent and received now. */
  get isUp(): boolean {
    return this.commands !== null;
  }

  /**
   * Adds a letter to the inbox of another server.
   *
   * @returns false if there is none, or this server is not connected.
   */
  async send(serverId: string, letter: Letter): Promise<boolean> {
    if (!this.commands) return false;
    const limits = ['NOMKSTREAM', 'MAXLEN', '~', String(MAX_LETTERS)];
    const args = ['XADD', keyOf(serverId), ...limits, '*', ...fieldsOf(letter)];
    return (await this.commands.sendCommand(args)) !== null;
  }

  /** A function, because it changes while something is awaited. */
  private isClosed(): boolean {
    return this.stopping.signal.aborted;
  }

  /**
   * The result of some work; null once the inbox is closed. A race with a promise that stays pending
   * would keep every result for as long as the server runs.
   */
  private unlessClosed<Value>(work: Promise<Value>): Promise<Value | null> {
    const { signal } = this.stopping;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        resolve(null);
      };
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
      work.then(resolve, reject).finally(() => {
        signal.removeEventListener('abort', end);
      });
    });
  }

  /** Removes the inbox. */
  async close(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!this.isClosed()) {
      const clients = [this.createClient(), this.createClient()] as const;
      try {
        const connecting = Promise.all(clients.map((client) => client.connect()));
        connecting.catch(() => undefined);
        await within(RESPONSE_MS, this.unlessClosed(connecting));
        if (!this.isClosed()) await this.serve(...clients);
      } catch (error) {
        this.commands = null;
        if (!this.isClosed()) this.handlers.onDown(error);
      } finally {
        this.commands = null;
        for (const client of clients) if (client.isOpen) client.destroy();
      }
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Receives letters until it is closed or something fails. */
  private async serve(commands: Client, reader: Client): Promise<void> {
    const { key, handlers } = this;
    const keep = async (): Promise<void> => {
      const kept = await commands.sendCommand(['PEXPIRE', key, String(KEPT_MS)]);
      if (Number(kept) === 0) throw new Error('The inbox of this server was removed');
    };
    const start = async (): Promise<string> => {
      await commands.sendCommand(['DEL', key]);
      // A stream is created by its first entry.
      return String(await commands.sendCommand(['XADD', key, '*', 'format', '0']));
    };
    let last = await within(RESPONSE_MS, start());
    await within(RESPONSE_MS, keep());
    this.commands = commands;
    handlers.onUp();
    let keptMs = performance.now();
    while (!this.isClosed()) {
      const args = ['XREAD', 'COUNT', String(READ_COUNT), 'BLOCK', String(BLOCK_MS)];
      const reading = reader.sendCommand([...args, 'STREAMS', key, last]);
      // What is not awaited in the end.
      reading.catch(() => undefined);
      const reply = await within(BLOCK_MS + RESPONSE_MS, this.unlessClosed(reading));
      let turnMs = performance.now();
      for (const { id, fields } of entriesOf(reply)) {
        last = id;
        if (performance.now() - turnMs > TURN_MS) {
          await nextTurn();
          turnMs = performance.now();
        }
        const letter = letterOf(fields);
        if (letter) handlers.onLetter(letter);
        else handlers.onGarbage();
      }
      // What was read. If it fails, so does reading.
      commands.sendCommand(['XTRIM', key, 'MINID', last]).catch(() => undefined);
      if (performance.now() - keptMs < BLOCK_MS) continue;
      keptMs = performance.now();
      await within(RESPONSE_MS, keep());
    }
    // Others notice at once that nobody reads it any more.
    await within(RESPONSE_MS, commands.sendCommand(['DEL', key]));
  }

  private createClient(): Client {
    const client = createClient({
      url: this.url,
      RESP: 2,
      // What is sent while there is no connection is lost, and the links notice.
      disableOfflineQueue: true,
      socket: { reconnectStrategy: false, connectTimeout: RESPONSE_MS },
      commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
    });
    // The command that fails says so, too.
    client.on('error', () => undefined);
    return client;
  }
}

interface Client extends Commands {
  readonly isOpen: boolean;
  connect: () => Promise<unknown>;
  destroy: () => void;
}

const keyOf = (serverId: string): string => `cobble:inbox:${serverId}`;

/** The entries in the reply to XREAD, which is null if there are none. */
function* entriesOf(reply: unknown): Generator<{ readonly id: string; readonly fields: unknown }> {
  const [stream] = listOf(reply);
  for (const entry of listOf(listOf(stream)[1])) {
    const [id, fields] = listOf(entry);
    yield { id: String(id), fields };
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
