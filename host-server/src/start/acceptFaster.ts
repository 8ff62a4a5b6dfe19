import { spawn } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';

const COPIES = 15;
/** Sends back the handles that it receives. Sending a handle to a process duplicates it. */
const ECHO = 'process.on("message", (message, handle) => process.send(message, handle))';
const TIMEOUT_MS = 10_000;

/** What Node's types leave out: a server's handle, which `child.send` and `listen` also take. */
interface HandleOwner {
  readonly _handle: Server | null;
}

interface Handle {
  close(): void;
}

/** Copies of a listening socket. */
export interface Copies {
  /** Resolves when they accept connections, or when that has failed. */
  readonly ready: Promise<void>;
  /** Closes them, and resolves when their connections have ended. */
  close(): Promise<void>;
}

/**
 * Lets a server accept 16 connections per turn of the event loop (docs/decisions/0151). Copies of
 * its listening socket share the queue of connections. Without them, as on Windows or when no
 * process starts, the server works as before.
 *
 * @param server must be listening.
 * @param backlog how many connections may wait to be accepted; copies share it.
 */
export function acceptFaster(server: Server, backlog: number): Copies {
  const handle = (server as unknown as HandleOwner)._handle;
  if (process.platform === 'win32' || handle === null)
    return { ready: Promise.resolve(), close: () => Promise.resolve() };
  const copies: Server[] = [];
  const child = spawn(process.execPath, ['-e', ECHO], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
  // Neither keeps this process alive.
  child.unref();
  child.channel?.unref();
  /**
   * Resolves when the process has ended. Until then, it and messages in transit have copies that
   * keep the port in use.
   */
  const gone = new Promise<void>((resolve) => {
    const end = (): void => {
      resolve();
    };
    child.on('error', end).on('close', end);
  });
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(stop, TIMEOUT_MS).unref();
  child.on('message', (_message, copied) => {
    if (isStopped) {
      (copied as unknown as Handle).close();
      return;
    }
    const copy = createServer((socket: Socket) => server.emit('connection', socket));
    copy.on('error', () => copy.close());
    copy.listen(copied, backlog);
    copies.push(copy);
    if (copies.length === COPIES) stop();
  });
  // The callback ignores errors: a process that has ended emits events.
  for (let index = 0; index < COPIES; index += 1)
    child.send({}, handle, undefined, () => undefined);
  return {
    ready: gone.then(() => {
      clearTimeout(timer);
    }),
    async close() {
      child.ref();
      stop();
      const closed = copies.map((copy) => new Promise((resolve) => copy.close(resolve)));
      await Promise.all([gone, ...closed]);
    },
  };
}
