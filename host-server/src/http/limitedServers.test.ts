import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Duplex, pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import fc from 'fast-check';
import { BodyBudget } from './BodyBudget.ts';
import { BodyTurns } from './BodyTurns.ts';
import { MEMORY_PACE } from './BodyWatch.ts';
import {
  limitedServers,
  type RequestHandler,
  SERVER_LIMITS,
  type ServerLimits,
  type UpgradeHandler,
} from './limitedServers.ts';
import { readJsonBody, SMALL_JSON } from './readJsonBody.ts';
import { refuseUpgrade } from './refuseUpgrade.ts';
import { resetSocket } from '../testing/resetSocket.ts';

const KB = 1024;
/** How many connections and lookups an address may have in these tests. */
const PLACES = 8;
const BIG = Buffer.alloc(900 * KB);
/** The beginning of a request. */
const INCOMPLETE = 'GET / HT';

describe('limitedServers', function () {
  this.timeout(120_000);
  let server: Server;
  const clients = new Set<Socket>();
  afterEach(() => {
    for (const socket of clients) socket.destroy();
    clients.clear();
    server.closeAllConnections();
    server.close();
  });

  const serve = async (
    handler: RequestHandler,
    trustedProxies = 0,
    more: Partial<ServerLimits> = {},
    upgrade?: UpgradeHandler,
  ): Promise<void> => {
    const limits = {
      ...SERVER_LIMITS,
      connectionsPerAddress: PLACES,
      responses: { bytesPerAddress: 1000 * KB, bytesInTotal: 1000 * KB },
      ...more,
    };
    server = limitedServers({ trustedProxies, limits })(handler, upgrade);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  const open = async (localAddress = '127.0.0.1'): Promise<Socket> => {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    clients.add(socket);
    socket.once('close', () => clients.delete(socket));
    await once(socket, 'connect');
    return socket;
  };
  const until = async (what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> => {
    // The server itself waits for seconds, and a busy machine for many more.
    const endsAt = performance.now() + 60_000;
    while (!(await isTrue())) {
      if (performance.now() > endsAt) expect.fail(`never: ${what}`);
      await sleep(10);
    }
  };
  const untilClosed = (): Promise<void> =>
    until('all connections are closed', async () => (await connections()) === 0);
  const connections = (): Promise<number> =>
    new Promise((resolve) => {
      server.getConnections((_error, count) => {
        resolve(count);
      });
    });
  const requestOf = (path: string, method = 'GET', rest = '\r\n'): string =>
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.0.0.1\r\n${rest}`;

  it('survives the reset of a refused request for an upgrade [LM20]', async () => {
    await serve((_request, response) => response.end('honest'));
    const headers = 'Connection: Upgrade\r\nUpgrade: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    for (let count = 0; count < 50; count += 1) {
      const socket = await open();
      socket.write(requestOf('/', 'POST', `${headers}0\r\n\r\n`));
      setImmediate(() => resetSocket(socket));
      await once(socket, 'close');
    }
    await untilClosed();
    const honest = await open();
    honest.write(requestOf('/'));
    expect(String(await once(honest, 'data'))).to.include('honest');
  });

  describe('with many headers', () => {
    const headers = (count: number): string => 'a:\r\n'.repeat(count);
    const answer = async (head: string): Promise<string> => {
      const socket = await open();
      const received = text(socket);
      socket.write(requestOf('/', 'GET', head));
      return received;
    };

    it('serves a request with 100 headers, and refuses one with more, or one address could delay everybody [LM19]', async () => {
      let handled = 0;
      await serve(({ rawHeaders }, response) => {
        handled += 1;
        response.end(`${String(rawHeaders.length / 2)} headers`);
      });
      // With Host, X-Forwarded-For and Connection.
      expect(await answer(`Connection: close\r\n${headers(97)}\r\n`)).to.match(/100 headers$/);
      for (const head of [
        `Connection: close\r\n${headers(98)}\r\n`,
        `${headers(5000)}\r\n`,
        // Node would wait for the rest.
        headers(5000),
        `${headers(98)}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`,
        `${headers(98)}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
        `${headers(98)}Content-Length: 3\r\n\r\n${requestOf('/')}`,
        `a: ${'a'.repeat(8 * KB)}\r\n\r\n`,
      ])
        expect(await answer(head), head.slice(0, 50)).to.match(/^HTTP\/1\.1 431 [^]*\r\n\r\n$/);
      expect(handled).to.equal(1);
      await untilClosed();
      // Node uses the parsers of those connections again.
      for (let count = 0; count < 20; count += 1)
        expect(await answer(`Connection: close\r\n${headers(50)}\r\n`)).to.match(/53 headers$/);
    });

    for (const [what, head] of [
      ['with too many', requestOf('/', 'GET', headers(200))],
      ['with far too many', requestOf('/', 'GET', headers(9000))],
      ['with one too long', requestOf('/', 'GET', `a: ${'a'.repeat(9 * KB)}`)],
      ['that are malformed', requestOf('/', 'GET', 'a\r\n\r\n')],
      ['without a length', requestOf('/', 'POST', 'Transfer-Encoding: chunked\r\n\r\n')],
    ] as const)
      it(`refuses at most 25 ${what} in a turn of the event loop [LM19, LM20]`, async () => {
        await serve((_request, response) => response.end(), 0, { connectionsPerAddress: 200 });
        const sockets: Socket[] = [];
        server.on('connection', (socket: Socket) => sockets.push(socket));
        const senders = await Promise.all(Array.from({ length: 150 }, () => open()));
        await until('all are accepted', () => sockets.length === senders.length);
        for (const sender of senders) sender.write(head);
        const refused = (): number =>
          sockets.filter(({ writableEnded, destroyed }) => writableEnded || destroyed).length;
        let [most, before] = [0, 0];
        while (before < senders.length) {
          await nextTurn();
          most = Math.max(most, refused() - before);
          before = refused();
        }
        // Two of its turns may be over between two of ours.
        expect(most).to.be.at.most(50);
      });

    it('begins at most 25 complete ones in a turn, or those of all addresses would delay everybody [LM19]', async () => {
      await serve((_request, response) => response.end(), 0, { connectionsPerAddress: 200 });
      let begun = 0;
      server.prependListener('request', () => (begun += 1));
      const senders = await Promise.all(Array.from({ length: 150 }, () => open()));
      await until('all are accepted', async () => (await connections()) === senders.length);
      for (const sender of senders) sender.write(requestOf('/', 'GET', `${headers(90)}\r\n`));
      let [most, before] = [0, 0];
      while (before < senders.length) {
        await nextTurn();
        most = Math.max(most, begun - before);
        before = begun;
      }
      expect(most).to.be.at.most(50);
    });

    it('begins at most 25 of those that arrived before the responses to the ones before, or those of all addresses would delay everybody [LM19]', async () => {
      const first: ServerResponse[] = [];
      await serve(
        (request, response) => {
          if (request.url === '/first') first.push(response);
          else response.end();
        },
        0,
        { connectionsPerAddress: 200, responses: SERVER_LIMITS.responses },
      );
      let begun = 0;
      server.prependListener('request', ({ url }: IncomingMessage) => {
        if (url === '/second') begun += 1;
      });
      const senders = await Promise.all(Array.from({ length: 150 }, () => open()));
      for (const sender of senders)
        sender.write(requestOf('/first', 'POST') + requestOf('/second', 'POST'));
      await until('all first ones have begun', () => first.length === senders.length);
      for (let turn = 0; turn < 20; turn += 1) await nextTurn();
      for (const response of first) response.end();
      let [most, before] = [0, 0];
      while (before < senders.length) {
        await nextTurn();
        most = Math.max(most, begun - before);
        before = begun;
      }
      expect(most).to.be.at.most(50);
    });

    it('begins at most 25 WebSockets in a turn, and survives clients that leave before [LM19]', async () => {
      let begun = 0;
      await serve(
        (_request, response) => response.end(),
        0,
        { connectionsPerAddress: 200 },
        (_request, socket) => {
          begun += 1;
          refuseUpgrade(socket, '404 Not Found');
        },
      );
      const senders = await Promise.all(Array.from({ length: 150 }, () => open()));
      await until('all are accepted', async () => (await connections()) === senders.length);
      for (const sender of senders)
        sender.write(requestOf('/', 'GET', 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n'));
      let [most, before] = [0, 0];
      while (before < 50) {
        await nextTurn();
        most = Math.max(most, begun - before);
        before = begun;
      }
      for (const sender of senders) resetSocket(sender);
      await untilClosed();
      expect(most).to.be.at.most(50);
      expect(begun).to.be.below(senders.length);
    });

    it('behind a proxy, begins a request of another address before the remaining ones of the first [LM19]', async () => {
      await serve((_request, response) => response.end(), 1, { connectionsPerAddress: 400 });
      const begun: (string | undefined)[] = [];
      server.prependListener('request', ({ url }: IncomingMessage) => begun.push(url));
      const senders = await Promise.all(Array.from({ length: 300 }, () => open()));
      await until('all are accepted', async () => (await connections()) === senders.length);
      const last = senders.pop();
      for (const sender of senders) sender.write(requestOf('/'));
      last?.write(requestOf('/other').replace('10.0.0.1', '10.0.0.9, 10.0.0.2'));
      await until('all have begun', () => begun.length === senders.length + 1);
      expect(begun.indexOf('/other')).to.be.below(100);
    });

    for (const [what, next] of [
      ['one with too many', requestOf('/', 'GET', headers(9000))],
      ['one with a header that is too long', requestOf('/', 'GET', `a: ${'a'.repeat(9 * KB)}`)],
      ['a malformed one', '\0\0\0\0\r\n\r\n'],
      // Then it is too slow.
      ['one whose headers do not arrive', INCOMPLETE],
    ] as const)
      it(`sends the whole response to the request before ${what} [LM19]`, async () => {
        const begun: ServerResponse[] = [];
        await serve((_request, response) => begun.push(response), 0, { headersMs: 50 });
        // The first request may take its time; the room for connections has set the limit before.
        server.on('connection', () => (server.headersTimeout = 60_000));
        let isTooSlow = false;
        server.on('clientError', ({ code }: NodeJS.ErrnoException) => {
          if (code === 'ERR_HTTP_REQUEST_TIMEOUT') isTooSlow = true;
        });
        const socket = await open();
        const received = text(socket);
        socket.write(requestOf('/') + next);
        await until('it has begun', () => begun.length > 0);
        server.headersTimeout = 50;
        if (next === INCOMPLETE) await until('the next one is too slow', () => isTooSlow);
        else await sleep(200);
        begun[0]?.end('first');
        expect(await received).to.match(/^HTTP\/1\.1 200 [^]*first$/);
        expect(begun).to.have.lengthOf(1);
      });
  });

  for (const [what, part] of [
    ['headers', INCOMPLETE],
    // Its response comes at once.
    ['bodies', requestOf('/', 'POST', 'Content-Length: 9\r\n\r\n1')],
  ] as const)
    it(`has room for others while a few addresses open all the connections that they can, with incomplete ${what} [LM11]`, async function () {
      // Other systems have one loopback address.
      if (process.platform !== 'linux') this.skip();
      const limits = { connections: 200, connectionsPerAddress: 40 };
      await serve((_request, response) => response.end('honest'), 0, limits);
      // The first ones are closed after two seconds, which may pass before the last one is open.
      let most = 0;
      for (let address = 1; address <= 10; address += 1)
        for (let count = 0; count < limits.connectionsPerAddress; count += 1) {
          (await open(`127.0.9.${String(address)}`)).write(part);
          most = Math.max(most, await connections());
        }
      expect(most).to.be.within(160, 195);
      for (let count = 0; count < PLACES; count += 1) {
        const honest = await open('127.0.8.1');
        honest.write(requestOf('/'));
        expect(String(await once(honest, 'data'))).to.include('honest');
      }
      await until('a quarter is free', async () => (await connections()) <= 150);
    });

  it('makes room for others when idle connections have taken all, and cuts off no slow client [LM11]', async function () {
    if (process.platform !== 'linux') this.skip();
    const page = Buffer.alloc(12_000 * KB);
    const responses = { bytesPerAddress: 20_000 * KB, bytesInTotal: 20_000 * KB };
    await serve((request, response) => response.end(request.url === '/page' ? page : 'honest'), 0, {
      ...{ connections: 40, responses },
    });
    const slow = await open('127.0.8.1');
    slow.pause();
    slow.write(requestOf('/page'));
    for (let address = 1; address <= 39; address += 1) {
      const idle = await open(`127.0.9.${String(address)}`);
      idle.write(requestOf('/'));
      await once(idle, 'data');
    }
    await until('there is room', async () => (await connections()) <= 30);
    const honest = await open('127.0.8.2');
    honest.write(requestOf('/'));
    expect(String(await once(honest, 'data'))).to.include('honest');
    let bytes = 0;
    slow.on('data', (chunk: Buffer) => (bytes += chunk.length)).resume();
    await until('the slow client has its page', () => bytes > page.length);
  });

  it('handles a request whose headers are arriving on a connection that was idle before, instead of closing it to make room [LM11]', async function () {
    if (process.platform !== 'linux') this.skip();
    await serve((request, response) => response.end(request.url), 0, { connections: 40 });
    const openIdle = async (addresses: readonly number[]): Promise<void> => {
      const opening = addresses.map(async (address) => {
        const idle = await open(`127.0.9.${String(address)}`);
        idle.write(requestOf('/'));
        await once(idle, 'data');
      });
      await Promise.all(opening);
    };
    const addresses = Array.from({ length: 39 }, (_, index) => index + 1);
    for (let isQuick = false; !isQuick;) {
      const honest = await open('127.0.8.1');
      const closed = once(honest, 'close');
      honest.write(requestOf('/first'));
      await once(honest, 'data');
      // As many as may be open before there are too many.
      await openIdle(addresses.slice(0, 29));
      const begunAt = performance.now();
      honest.write(requestOf('/second').slice(0, 30));
      await openIdle(addresses.slice(29));
      await until('there is room', async () => (await connections()) <= 30);
      honest.write(requestOf('/second').slice(30));
      const received = await Promise.race([once(honest, 'data'), closed]);
      // Headers may take two seconds while there are many connections; a busy machine tries again.
      isQuick = performance.now() - begunAt < 1900;
      if (isQuick) expect(String(received)).to.match(/second$/);
      for (const socket of clients) socket.destroy();
      await untilClosed();
    }
  });

  it('makes room for others when idle connections that go on sending line breaks have taken all [LM11]', async function () {
    if (process.platform !== 'linux') this.skip();
    await serve((_request, response) => response.end('honest'), 0, { connections: 40 });
    const idle: Socket[] = [];
    for (let address = 1; address <= 40; address += 1) {
      const socket = await open(`127.0.9.${String(address)}`);
      socket.write(requestOf('/'));
      await once(socket, 'data');
      idle.push(socket);
    }
    // They may precede a request, for which Node waits without a limit on time.
    for (const socket of idle) socket.write('\r\n');
    await until('there is room', async () => (await connections()) <= 30);
  });

  it('handles a request that waits for its turn on a connection that was idle before, instead of closing it to make room [LM11]', async function () {
    if (process.platform !== 'linux') this.skip();
    let isHandled = false;
    await serve(
      ({ url }, response) => {
        if (url === '/publish') isHandled = true;
        // Others arrive meanwhile, and wait for their turns.
        const endsAt = performance.now() + (url === '/busy' ? 5 : 0);
        while (performance.now() < endsAt);
        response.end('honest');
      },
      0,
      { connections: 100 },
    );
    const honest = await open('127.0.8.1');
    const closed = once(honest, 'close');
    honest.write(requestOf('/'));
    await once(honest, 'data');
    // As many as may be open before there are too many.
    for (let address = 1; address <= 74; address += 1) await open(`127.0.9.${String(address)}`);
    // At once: with the first one more, idle connections are closed within a tenth of a second.
    const last = Array.from({ length: 16 }, (_, index) => open(`127.0.9.${String(75 + index)}`));
    const others = [...clients].filter((each) => each !== honest);
    expect(others).to.have.lengthOf(90);
    for (const socket of others) socket.resume().write(requestOf('/busy', 'POST'));
    honest.write(requestOf('/publish', 'POST'));
    const received = await Promise.race([once(honest, 'data'), closed]);
    expect(String(received)).to.include('honest');
    await Promise.all(last);
    expect(isHandled).to.equal(true);
  });

  it('makes room for others when half-sent bodies have taken all, and keeps the connections of slow clients that go on sending [LM11]', async function () {
    if (process.platform !== 'linux') this.skip();
    const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      response.end(request.method === 'GET' ? 'honest' : `received ${await text(request)}`);
    };
    await serve(
      (request, response) => {
        receive(request, response).catch(() => response.destroy());
      },
      0,
      { connections: 40 },
    );
    const slow = await open('127.0.8.1');
    slow.write(requestOf('/', 'POST', 'Content-Length: 1000\r\n\r\n'));
    let sent = 0;
    const steady = setInterval(() => {
      slow.write('a');
      sent += 1;
    }, 200);
    try {
      for (let address = 1; address <= 39; address += 1)
        (await open(`127.0.9.${String(address)}`)).write(
          requestOf('/', 'POST', 'Content-Length: 9\r\n\r\n1'),
        );
      await until('all are open', async () => (await connections()) === 40);
      await until('there is room', async () => (await connections()) <= 30);
      const honest = await open('127.0.8.2');
      honest.write(requestOf('/'));
      expect(String(await once(honest, 'data'))).to.include('honest');
    } finally {
      clearInterval(steady);
    }
    slow.write('a'.repeat(1000 - sent));
    expect(String(await once(slow, 'data'))).to.include('received aaa');
  });

  const smallBody = requestOf('/', 'POST', 'Content-Length: 2\r\n\r\n1');
  const largeBody = requestOf('/', 'POST', `Content-Length: ${String(200 * KB)}\r\n\r\n`);
  for (const [what, first, rest] of [
    ['bodies that end after the response', smallBody, '2'],
    // They end while the next request begins, whose body stays incomplete.
    ['bodies that arrive with the next request', largeBody, 'a'.repeat(200 * KB) + smallBody],
  ] as const)
    it(`makes room for others when ${what} have taken all connections [LM11]`, async function () {
      if (process.platform !== 'linux') this.skip();
      await serve((_request, response) => response.end('honest'), 0, { connections: 40 });
      for (let address = 1; address <= 40; address += 1) {
        const socket = await open(`127.0.9.${String(address)}`);
        socket.write(first);
        await once(socket, 'data');
        socket.resume();
        socket.write(rest);
      }
      await until('there is room', async () => (await connections()) <= 30);
    });

  it('closes no WebSocket to make room, even if its connection served a request before [LM11]', async function () {
    if (process.platform !== 'linux') this.skip();
    await serve(
      (_request, response) => response.end('honest'),
      0,
      { connections: 40 },
      (_request, socket) => {
        socket.on('error', () => undefined);
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
        );
        socket.pipe(socket);
      },
    );
    const room = await open('127.0.8.1');
    room.write(requestOf('/'));
    await once(room, 'data');
    room.write(requestOf('/', 'GET', 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n'));
    expect(String(await once(room, 'data'))).to.include('101');
    for (let address = 1; address <= 39; address += 1) {
      const idle = await open(`127.0.9.${String(address)}`);
      idle.write(requestOf('/'));
      await once(idle, 'data');
    }
    await until('there is room', async () => (await connections()) <= 30);
    expect(room.closed, 'the WebSocket is closed').to.equal(false);
    room.write('ping');
    expect(String(await once(room, 'data'))).to.equal('ping');
  });

  it('counts WebSockets as requests in progress behind a proxy, or one address could occupy its connections [LM11]', async () => {
    const upgrades = new Set<Duplex>();
    await serve(
      (_request, response) => response.end(),
      1,
      {},
      (_request, socket) => {
        upgrades.add(socket);
        socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      },
    );
    const upgradeFrom = async (address: string): Promise<string> => {
      const socket = await open();
      const headers = 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
      socket.write(requestOf('/', 'GET', headers).replace('10.0.0.1', address));
      return String(await once(socket, 'data')).split(' ')[1] ?? '';
    };
    for (let count = 0; count < PLACES; count += 1)
      expect(await upgradeFrom('10.0.0.1')).to.equal('101');
    expect(await upgradeFrom('10.0.0.1')).to.equal('429');
    expect(await upgradeFrom('10.0.0.2')).to.equal('101');
    await until('it is closed', async () => (await connections()) === PLACES + 1);
    for (const socket of upgrades) socket.destroy();
    await untilClosed();
    expect(await upgradeFrom('10.0.0.1')).to.equal('101');
  });

  it('streams to a slow client that sends its next request early, without a warning about a leak that an operator would look for [LM19, LM21]', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error): void => {
      if (warning.name === 'MaxListenersExceededWarning') warnings.push(warning);
    };
    process.on('warning', warn);
    try {
      const unpacked = Array.from({ length: 60 }, () => Buffer.alloc(64 * KB, 'a'));
      const responses = { bytesPerAddress: 9000 * KB, bytesInTotal: 9000 * KB };
      await serve(
        (request, response) => {
          if (request.url === '/next') response.end('next');
          else pipeline(Readable.from(unpacked), response, () => undefined);
        },
        1,
        { responses },
      );
      const socket = await open();
      socket.pause();
      const forwarded = 'X-Forwarded-For: 2001:db8::1\r\n\r\n';
      socket.write(`GET / HTTP/1.1\r\nHost: a\r\n${forwarded}`);
      socket.write(`GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${forwarded}`);
      await sleep(50);
      expect(await text(socket)).to.match(/next$/);
      expect(warnings).to.eql([]);
    } finally {
      process.off('warning', warn);
    }
  });

  for (const [senderKind, trustedProxies, expectation] of [
    ['clients', 0, ''],
    ['clients that expect 100 Continue', 0, 'Expect: 100-continue\r\n'],
    // Node has a response of its own to this.
    ['clients that expect something unknown', 0, 'Expect: a\r\n'],
    ['the same behind a proxy', 1, 'Expect: a\r\n'],
  ] as const)
    it(`receives a few chunks of bodies that nobody reads in a turn of the event loop, and the next request, from ${senderKind} [LM15]`, async () => {
      const received: Socket[] = [];
      await serve((request, response) => {
        if (request.method === 'GET') response.end('next');
        else {
          received.push(request.socket);
          response.writeHead(405).end();
        }
      }, trustedProxies);
      const body = Buffer.alloc(2048 * KB, 'a');
      const length = `${expectation}Content-Length: ${String(body.length)}\r\n\r\n`;
      const senders = await Promise.all(Array.from({ length: 5 }, () => open()));
      const responses = senders.map((socket) => text(socket));
      for (const socket of senders) socket.write(requestOf('/', 'POST', length));
      // Node receives it as fast as it arrives if the response is complete before it is first read.
      await until('all are refused', () => received.length === senders.length);
      await sleep(50);
      for (const socket of senders) {
        socket.write(body);
        socket.write(requestOf('/next', 'GET', 'Connection: close\r\n\r\n'));
      }
      const bytes = (): number => received.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
      // Each may receive its first chunks at once: their turn came before they did.
      while (!received.every(({ bytesRead }) => bytesRead > 2 * 64 * KB)) await nextTurn();
      let [most, before] = [0, bytes()];
      expect(before / KB).to.be.at.most(senders.length * 4 * 64);
      while (bytes() < senders.length * body.length) {
        await nextTurn();
        most = Math.max(most, bytes() - before);
        before = bytes();
      }
      expect(most / KB).to.be.at.most(2 * 64);
      for (const response of await Promise.all(responses)) expect(response).to.match(/405[^]*next/);
    });

  /** A part of what a client sends. */
  const sent = fc.oneof(
    fc.constantFrom(
      requestOf('/'),
      requestOf('/', 'HEAD'),
      requestOf('/later'),
      requestOf('/big'),
      requestOf('/later', 'DELETE'),
      requestOf('/body', 'POST', 'Content-Length: 4\r\n\r\n[12]'),
      requestOf('/body', 'POST', 'Content-Length: 90\r\n\r\n[12'),
      requestOf('/body', 'POST', 'Content-Length: 90000\r\n\r\n'),
      requestOf('/refused', 'POST', 'Content-Length: 4\r\n\r\n[12]'),
      requestOf('/body', 'POST', 'Expect: 100-continue\r\nContent-Length: 4\r\n\r\n'),
      requestOf('/refused', 'POST', 'Expect: a\r\nContent-Length: 9\r\n\r\n1'),
      requestOf('/body', 'POST', 'Transfer-Encoding: chunked\r\n\r\n1\r\n1\r\n0\r\n\r\n'),
      requestOf('/', 'GET', 'Connection: Upgrade\r\nUpgrade: a\r\n\r\n'),
      requestOf('/', 'CONNECT'),
      requestOf('/', 'GET', 'a:\r\n'.repeat(500)),
      'GET / HT',
    ),
    fc.constantFrom(requestOf('/').repeat(4), requestOf('/big').repeat(4)),
  );
  const client = fc.record({
    parts: fc.array(fc.record({ text: sent, waitMs: fc.nat(4) }), { minLength: 1, maxLength: 4 }),
    isReading: fc.boolean(),
    end: fc.constantFrom('reset' as const, 'destroy' as const, 'end' as const),
  });

  type Attacker = typeof client extends fc.Arbitrary<infer Value> ? Value : never;

  it('keeps nothing of connections that have closed, and serves others at once [LM11, LM19, LM21, LM22]', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const run = async (trustedProxies: number, attackers: readonly Attacker[]): Promise<void> => {
      const budget = new BodyBudget({ bytesPerAddress: 100 * KB, bytesInTotal: 100 * KB });
      const bodies = { budget, turns: new BodyTurns(), pace: MEMORY_PACE, limits: SMALL_JSON };
      const seen: WeakRef<IncomingMessage | ServerResponse>[] = [];
      const honest: ServerResponse[] = [];
      const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        if (request.url === '/honest') {
          honest.push(response);
          return;
        }
        seen.push(new WeakRef(request), new WeakRef(response));
        if (request.url === '/refused') response.writeHead(413);
        if (request.url === '/later') await sleep(3);
        if (request.url === '/body') {
          await sleep(2);
          const body = await readJsonBody(request, { ...bodies, address: 'a', isParsedHere: true });
          await sleep(1);
          body.release();
        }
        response.end(request.url === '/big' ? BIG : 'a');
      };
      await serve((request, response) => {
        handle(request, response).catch(() => response.writeHead(400).end());
      }, trustedProxies);
      const attack = async ({ parts, isReading, end }: Attacker) => {
        const socket = await open();
        if (isReading) socket.resume();
        for (const part of parts) {
          if (socket.writable) socket.write(part.text);
          await sleep(part.waitMs);
        }
        if (end === 'reset') resetSocket(socket);
        else socket[end]();
        await sleep(3);
        // Others that only end their side receive the rest.
        if (!isReading) resetSocket(socket);
      };
      await Promise.all(attackers.map(attack));
      await untilClosed();
      // As many as one address may have, all of them at once.
      const others: { readonly socket: Socket; bytes: number }[] = [];
      for (let count = 0; count < PLACES; count += 1) {
        const other = { socket: await open(), bytes: 0 };
        other.socket.on('data', (chunk: Buffer) => (other.bytes += chunk.length));
        other.socket.write(requestOf('/honest'));
        others.push(other);
      }
      await until('all honest requests are handled', () => honest.length === PLACES);
      // All that the budget of responses can hold.
      for (const response of honest.splice(0)) response.end(BIG);
      await until('all have a response', () => others.every(({ bytes }) => bytes > BIG.length));
      for (const { socket } of others) socket.destroy();
      await untilClosed();
      await until('no body is stored', () => budget.bytes === 0);
      await until('all requests are forgotten', () => {
        collectGarbage();
        return seen.every((each) => each.deref() === undefined);
      });
      server.close();
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 1),
        fc.array(client, { minLength: 5, maxLength: 30 }),
        run,
      ),
      { numRuns: process.env['CI'] === undefined ? 4 : 12, endOnFailure: true },
    );
  });
});
