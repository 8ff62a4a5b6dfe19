import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  limitedServers,
  type RequestHandler,
  type UpgradeHandler,
} from '../http/limitedServers.ts';
import { StartupError } from '../shared/StartupError.ts';
import { acceptFaster, type Copies } from './acceptFaster.ts';

/** Open HTTP listeners. */
export interface Listening {
  /** One per address. */
  readonly servers: readonly Server[];
  /**
   * Stops accepting connections, waits for requests in progress and upgraded connections, and aborts
   * them after 5 s.
   */
  close(): Promise<void>;
}

const drainTimeoutMs = 5_000;
/**
 * How many connections may wait to be accepted. With Node's default of 511, visitors would wait a
 * second for a retry while somebody opens hundreds at once. The system may allow fewer.
 */
export const BACKLOG = 4096;

/**
 * Listens for HTTP. `localhost` means 127.0.0.1 and, if the machine has it, ::1: browsers try
 * either for it and its subdomains.
 *
 * @param trustedProxies see `Configuration`.
 * @throws StartupError `port_unavailable` when the port is taken or forbidden, or the host cannot
 *   be resolved or is not an address of this machine.
 */
export async function listen(
  { handler, upgrade }: { readonly handler: RequestHandler; readonly upgrade: UpgradeHandler },
  host: string,
  port: number,
  trustedProxies: number,
): Promise<Listening> {
  const createServer = limitedServers({ trustedProxies });
  const servers: Server[] = [];
  const closes: (() => Promise<void>)[] = [];
  /** Connections that are not Node's any more. */
  const upgraded = new Set<Duplex>();
  const trackedUpgrade: UpgradeHandler = (request, socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    upgrade(request, socket, head);
  };
  const listening: Listening = {
    servers,
    async close() {
      await Promise.all(closes.map((close) => close()));
    },
  };
  try {
    for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
      const server = await listenOn(
        createServer(handler, trackedUpgrade),
        address,
        port,
        host === 'localhost',
      );
      if (server === null) continue;
      servers.push(server);
      const copies = acceptFaster(server, BACKLOG);
      closes.push(() => close(server, copies, upgraded));
    }
  } catch (error) {
    await listening.close();
    throw describe(error, host, port);
  }
  return listening;
}

async function listenOn(
  server: Server,
  address: string,
  port: number,
  isOptional: boolean,
): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const missing = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? '');
      if (missing && isOptional && address === '::1') resolve(null);
      else reject(error);
    });
    server.listen({ host: address, port, backlog: BACKLOG, ipv6Only: address === '::1' }, () => {
      resolve(server);
    });
  });
}

async function close(server: Server, copies: Copies, upgraded: ReadonlySet<Duplex>): Promise<void> {
  const closed = Promise.all([
    copies.close(),
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    }),
  ]);
  // A keep-alive connection becomes idle when its request ends, and would stay open.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  const cutOff = setTimeout(() => {
    server.closeAllConnections();
    for (const socket of upgraded) socket.destroy();
  }, drainTimeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cutOff);
}

function describe(error: unknown, host: string, port: number): unknown {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const why = reasons[code];
  if (why === undefined) return error;
  const message = `Port ${port} on ${host} ${why}. Set another port, as in PORT=${port < 65_535 ? port + 1 : 4000} npm start.`;
  return new StartupError('port_unavailable', message, { cause: error });
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not available: this machine does not have the address',
  ENOTFOUND: 'is not available: the name cannot be resolved',
};
