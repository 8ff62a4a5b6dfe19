import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a database that can drop all traffic. */
export interface DatabaseProxy {
  readonly url: string;
  readonly port: number;
  /** Drops all bytes from now on, and closing one side no longer closes the other. */
  hang(): void;
  /**
   * Forwards the next COMMIT and drops everything from then on, so that its sender never learns
   * that it took effect. Resolves once it has been forwarded.
   */
  loseNextCommit(): Promise<void>;
  /** Forwards new connections again. Existing ones remain unusable. */
  resume(): void;
  close(): void;
}

/**
 * Starts a proxy that forwards to a Postgres on a Unix socket or over TCP.
 *
 * @param target URL of the database
 * @param listenPort on 127.0.0.1; 0 picks a free one
 */
export async function startDatabaseProxy(target: string, listenPort = 0): Promise<DatabaseProxy> {
  const { hostname, port, pathname, username, password } = new URL(target);
  const folder = decodeURIComponent(hostname);
  const sockets = new Set<Socket>();
  const dead = new WeakSet<Socket>();
  let isHanging = false;
  let onCommit: (() => void) | null = null;
  const hang = (): void => {
    isHanging = true;
    for (const socket of sockets) dead.add(socket);
  };
  const server = createServer((client) => {
    const upstream = folder.startsWith('/')
      ? connect(`${folder}/.s.PGSQL.${port}`)
      : connect(Number(port || 5432), hostname);
    const pairs = [
      [client, upstream],
      [upstream, client],
    ] as const;
    for (const [from, to] of pairs) {
      sockets.add(from);
      if (isHanging) dead.add(from);
      from.on('data', (bytes) => {
        if (dead.has(from)) return;
        to.write(bytes);
        if (onCommit === null || from !== client || !isCommit(bytes)) return;
        hang();
        onCommit();
        onCommit = null;
      });
      from.on('close', () => {
        sockets.delete(from);
        if (!dead.has(from)) to.destroy();
      });
      from.on('error', () => undefined);
    }
  }).listen(listenPort, '127.0.0.1');
  await once(server, 'listening');
  const ownPort = (server.address() as { port: number }).port;
  const credentials = password === '' ? username : `${username}:${password}`;
  return {
    url: `postgresql://${credentials}@127.0.0.1:${String(ownPort)}${pathname}`,
    port: ownPort,
    hang,
    loseNextCommit() {
      return new Promise((resolve) => {
        onCommit = resolve;
      });
    },
    resume() {
      isHanging = false;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Whether bytes from a client are a simple query that commits a transaction, as knex sends it. */
const isCommit = (bytes: Buffer): boolean => /^Q....COMMIT;\0/s.test(bytes.toString('latin1'));
