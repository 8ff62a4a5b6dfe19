import { expect } from 'chai';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type Server, type Socket } from 'node:net';
import type { RequestHandler } from '../http/limitedServers.ts';
import { acceptFaster } from './acceptFaster.ts';
import { BACKLOG, listen, type Listening } from './listen.ts';

const respond: RequestHandler = (_request, response) => response.end();
const CONNECTIONS = 1000;
const ADDRESSES = 10;

describe('many connections at once', function () {
  this.timeout(120_000);
  before(function () {
    // Other systems have only one loopback address.
    if (process.platform !== 'linux') this.skip();
  });
  let listening: Listening | null = null;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await listening?.close();
    listening = null;
  });

  /** Opens connections within one turn of the event loop, from several addresses. */
  const openAll = (port: number): Promise<unknown> =>
    Promise.all(
      Array.from({ length: CONNECTIONS }, (_, index) => {
        const localAddress = `127.0.8.${String((index % ADDRESSES) + 1)}`;
        const socket = connect({ host: '127.0.0.1', port, localAddress });
        socket.on('error', () => undefined);
        sockets.push(socket);
        return once(socket, 'connect');
      }),
    );
  const portOf = (server: Server | undefined): number =>
    (server?.address() as { port: number } | null)?.port ?? 0;
  /** How many connections the system has dropped so far because too many waited. */
  const dropped = async (): Promise<number> => {
    const lines = (await readFile('/proc/net/netstat', 'utf8')).split('\n');
    const [names = [], values = []] = lines
      .filter((line) => line.startsWith('TcpExt:'))
      .map((line) => line.split(' '));
    return Number(values[names.indexOf('ListenOverflows')]);
  };

  it('are not dropped, so that nobody waits a second for a retry [LM16]', async () => {
    const handlers = { handler: respond, upgrade: () => undefined };
    listening = await listen(handlers, '127.0.0.1', 0, 0);
    let drops = Infinity;
    // The system counts those of all programs: other tests may have some at the same moment.
    for (let tries = 0; drops > 0 && tries < 10; tries += 1) {
      const before = await dropped();
      await openAll(portOf(listening.servers[0]));
      drops = (await dropped()) - before;
      for (const socket of sockets.splice(0)) socket.destroy();
    }
    expect(drops).to.equal(0);
  });

  it('take few turns of the event loop [LM16]', async () => {
    /** In how many turns a server accepts all connections, with a client in the same process. */
    const turnsOf = async (prepare: (server: Server) => Promise<() => Promise<void>>) => {
      const server = createServer();
      let accepted = 0;
      server.on('connection', () => (accepted += 1));
      server.listen({ host: '127.0.0.1', port: 0, backlog: BACKLOG });
      await once(server, 'listening');
      const end = await prepare(server);
      const opened = openAll(portOf(server));
      let turns = 0;
      while (accepted < CONNECTIONS) {
        await new Promise(setImmediate);
        turns += 1;
      }
      await opened;
      for (const socket of sockets.splice(0)) socket.destroy();
      const ended = end();
      server.close();
      await ended;
      return turns;
    };
    const alone = await turnsOf(() => Promise.resolve(() => Promise.resolve()));
    const withCopies = await turnsOf(async (server) => {
      const copies = acceptFaster(server, BACKLOG);
      // Until the copies accept, the server works without them.
      await copies.ready;
      return () => copies.close();
    });
    expect(withCopies).to.be.lessThan(alone / 4);
  });
});
