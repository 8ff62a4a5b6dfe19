import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a database over TCP that can swallow what is sent. */
export interface DatabaseProxy {
  readonly url: string;
  readonly port: number;
  /** From now on nothing arrives any more, and no end of a connection is told to the other side. */
  hang(): void;
  /** Lets new connections through again; those that hung stay lost. */
  resume(): void;
  close(): void;
}

/**
 * Passes bytes on to a Postgres behind a unix socket or TCP, until it is told to swallow them.
 *
 * @param target the URL of the database.
 * @param at port of 127.0.0.1 to listen on; 0 for any.
 */
export async function startDatabaseProxy(target: string, at = 0): Promise<DatabaseProxy> {
  const { hostname, port, pathname, username, password } = new URL(target);
  const folder = decodeURIComponent(hostname);
  const sockets = new Set<Socket>();
  const lost = new WeakSet<Socket>();
  let hangs = false;
  const server = createServer((near) => {
    const far = folder.startsWith('/')
      ? connect(`${folder}/.s.PGSQL.${port}`)
      : connect(Number(port || 5432), hostname);
    const pairs = [
      [near, far],
      [far, near],
    ] as const;
    for (const [from, to] of pairs) {
      sockets.add(from);
      if (hangs) lost.add(from);
      from.on('data', (bytes) => {
        if (!lost.has(from)) to.write(bytes);
      });
      from.on('close', () => {
        sockets.delete(from);
        if (!lost.has(from)) to.destroy();
      });
      from.on('error', () => undefined);
    }
  }).listen(at, '127.0.0.1');
  await once(server, 'listening');
  const own = (server.address() as { port: number }).port;
  const who = password === '' ? username : `${username}:${password}`;
  return {
    url: `postgresql://${who}@127.0.0.1:${String(own)}${pathname}`,
    port: own,
    hang() {
      hangs = true;
      for (const socket of sockets) lost.add(socket);
    },
    resume() {
      hangs = false;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
