import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { HttpConnection, type HttpConnectionOptions } from './HttpConnection.ts';
import { resetSocket } from '../testing/resetSocket.ts';

const MB = 1024 * 1024;

describe('a connection', function () {
  this.timeout(30_000);
  let server: Server;
  let port: number;
  let connections: number;
  const clients: Socket[] = [];
  /** The server's side of the last connection. */
  let accepted: Socket;
  afterEach(() => {
    for (const socket of clients.splice(0)) socket.destroy();
    server.closeAllConnections();
    server.close();
  });

  const serve = async (
    listener: RequestListener,
    inTurn: HttpConnectionOptions['inTurn'] = (begin) => {
      begin();
      return () => undefined;
    },
  ): Promise<void> => {
    connections = 0;
    server = createServer(listener);
    server.on('connection', (socket: Socket) => {
      connections += 1;
      accepted = socket;
      new HttpConnection(socket, { inTurn });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  /** A connection that records what it receives. */
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    clients.push(socket);
    const chunks: string[] = [];
    let error: Error | null = null;
    socket.setEncoding('latin1').on('data', (chunk: string) => chunks.push(chunk));
    socket.on('error', (each) => (error = each));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const ended = new Promise((resolve) => socket.once('end', resolve));
    await once(socket, 'connect');
    return { socket, text: () => chunks.join(''), error: () => error, closed, ended };
  };
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
  };
  const requestOf = (path: string, method = 'GET', rest = '\r\n'): string =>
    `${method} ${path} HTTP/1.1\r\nHost: a\r\n${rest}`;

  it('begins a request only when the response to the one before is complete [LM19]', async () => {
    const begun: { readonly url: string | undefined; readonly response: ServerResponse }[] = [];
    await serve(({ url }, response) => begun.push({ url, response }));
    const { socket, text } = await open();
    const body = 'x'.repeat(200_000);
    socket.write(
      requestOf('/1') + requestOf('/2', 'POST', 'Content-Length: 200000\r\n\r\n' + body),
    );
    await until(() => begun.length > 0);
    await turns(20);
    expect(begun.map(({ url }) => url)).to.eql(['/1']);
    begun[0]?.response.write('first');
    await until(() => text().includes('first'));
    expect(begun).to.have.lengthOf(1);
    begun[0]?.response.end();
    await until(() => begun.length === 2);
    let received = 0;
    for await (const chunk of begun[1]?.response.req ?? []) received += (chunk as Buffer).length;
    expect(received).to.equal(body.length);
    begun[1]?.response.end('second');
    await until(() => text().includes('second'));
    socket.write(requestOf('/3'));
    await until(() => begun.length === 3);
    expect(connections).to.equal(1);
  });

  it('closes after the response in progress, whole, when two more requests arrive [LM19]', async () => {
    const body = 'x'.repeat(8 * MB);
    let handled = 0;
    await serve((_request, response) => {
      handled += 1;
      setTimeout(() => response.end(body), 20);
    });
    const { socket, text, error, ended } = await open();
    socket.write(requestOf('/').repeat(1000));
    await ended;
    expect(text().split('\r\n\r\n')[1]).to.have.lengthOf(body.length);
    expect(text().split('HTTP/1.1').length - 1, 'responses').to.equal(1);
    expect(text()).to.include('Connection: close');
    expect(handled).to.equal(1);
    expect(error()).to.equal(null);
  });

  it('closes after a response whose head was sent before the other requests arrived [LM19]', async () => {
    const begun: ServerResponse[] = [];
    await serve((_request, response) => {
      begun.push(response);
      response.write('begin');
    });
    const { socket, text, ended } = await open();
    socket.write(requestOf('/'));
    await until(() => text().includes('begin'));
    socket.write(requestOf('/').repeat(3));
    await until(() => accepted.bytesRead >= requestOf('/').length * 4);
    await turns(20);
    begun[0]?.end('end');
    await ended;
    expect(text()).to.include('end\r\n0\r\n\r\n');
    expect(begun).to.have.lengthOf(1);
  });

  for (const [when, isEarly] of [
    ['before', false],
    ['after the head of', true],
  ] as const)
    it(`sends the whole response although two more requests and what follows arrive ${when} it [LM19]`, async () => {
      const body = Buffer.alloc(200_000, 'x');
      const begun: ServerResponse[] = [];
      await serve((_request, response) => {
        response.setHeader('Content-Length', body.length);
        if (isEarly) response.flushHeaders();
        begun.push(response);
      });
      const { socket, text, error, ended } = await open();
      socket.write(requestOf('/'));
      await until(() => begun.length > 0);
      socket.write(requestOf('/').repeat(2));
      await until(() => accepted.bytesRead >= requestOf('/').length * 3);
      await turns(20);
      // Nobody reads it, so that closing the connection at once would reset it.
      socket.write(Buffer.alloc(300_000, 'y'));
      await turns(20);
      begun[0]?.end(body);
      await ended;
      expect(text().split('\r\n\r\n')[1]).to.have.lengthOf(body.length);
      expect(error()).to.equal(null);
    });

  it('does not send the refusal of a chunked request as the response to the one before [LM20]', async () => {
    const begun: ServerResponse[] = [];
    await serve((_request, response) => begun.push(response));
    const { socket, text, ended } = await open();
    const chunked = 'Transfer-Encoding: chunked\r\n\r\n1\r\n \r\n0\r\n\r\n';
    socket.write(requestOf('/') + requestOf('/', 'POST', chunked));
    await until(() => begun.length > 0);
    await turns(20);
    expect(text()).to.equal('');
    begun[0]?.end('first');
    await ended;
    expect(text()).to.match(/^HTTP\/1\.1 200 [^]*first$/);
    expect(begun).to.have.lengthOf(1);
  });

  it('forgets the request that waits when it closes [LM19]', async () => {
    const begun: ServerResponse[] = [];
    await serve((_request, response) => begun.push(response));
    const { socket } = await open();
    socket.write(requestOf('/').repeat(2));
    await until(() => begun.length > 0);
    resetSocket(socket);
    await until(() => begun[0]?.destroyed === true);
    begun[0]?.end();
    await turns(20);
    expect(begun).to.have.lengthOf(1);
    const last = await open();
    last.socket.write(requestOf('/', 'GET', 'Connection: close\r\n\r\n') + requestOf('/'));
    await until(() => begun.length > 1);
    begun[1]?.end('last');
    await last.closed;
    expect(begun).to.have.lengthOf(2);
  });

  describe('whose request waits for its turn', () => {
    let turnsToTake: (() => void)[];
    let begun: { readonly url: string | undefined; readonly response: ServerResponse }[];
    const serveInTurns = async (): Promise<void> => {
      [turnsToTake, begun] = [[], []];
      await serve(
        ({ url }, response) => begun.push({ url, response }),
        (begin) => {
          turnsToTake.push(begin);
          return () => {
            turnsToTake = turnsToTake.filter((each) => each !== begin);
          };
        },
      );
    };

    it('begins it then, with its body, and the next one after its response, in another turn [LM19]', async () => {
      await serveInTurns();
      const { socket, text } = await open();
      const body = 'x'.repeat(200_000);
      socket.write(requestOf('/1', 'POST', `Content-Length: 200000\r\n\r\n${body}`));
      socket.write(requestOf('/2'));
      await until(() => turnsToTake.length > 0);
      await turns(20);
      expect(begun).to.eql([]);
      turnsToTake[0]?.();
      let received = 0;
      for await (const chunk of begun[0]?.response.req ?? []) received += (chunk as Buffer).length;
      expect(received).to.equal(body.length);
      await turns(20);
      expect(begun.map(({ url }) => url)).to.eql(['/1']);
      begun[0]?.response.end('first');
      await until(() => turnsToTake.length === 2);
      await turns(20);
      expect(begun, 'the next one').to.have.lengthOf(1);
      turnsToTake[1]?.();
      begun[1]?.response.end('second');
      await until(() => text().includes('second'));
    });

    for (const [what, next] of [
      ['two more', requestOf('/2').repeat(2)],
      ['a chunked one', requestOf('/2', 'POST', 'Transfer-Encoding: chunked\r\n\r\n')],
      ['one with too many headers', requestOf('/2', 'GET', `${'a:\r\n'.repeat(200)}\r\n`)],
    ] as const)
      it(`closes after its response when it is followed by ${what} [LM19, LM20]`, async () => {
        await serveInTurns();
        const { socket, text, ended } = await open();
        socket.write(requestOf('/1') + next);
        await until(() => turnsToTake.length > 0);
        await turns(20);
        expect(text()).to.equal('');
        turnsToTake[0]?.();
        begun[0]?.response.end('first');
        await ended;
        expect(text()).to.match(/^HTTP\/1\.1 200 [^]*first$/);
        expect(begun).to.have.lengthOf(1);
      });

    it('gives up the turn when it closes [LM19]', async () => {
      await serveInTurns();
      const { socket } = await open();
      socket.write(requestOf('/').repeat(2));
      await until(() => turnsToTake.length > 0);
      resetSocket(socket);
      await until(() => turnsToTake.length === 0);
      expect(begun).to.eql([]);
    });
  });

  describe('of a client that waits for each response', () => {
    let agent: Agent;
    beforeEach(() => {
      agent = new Agent({ keepAlive: true, maxSockets: 1 });
    });
    afterEach(() => {
      agent.destroy();
    });
    const send = (
      method: string,
      options: { readonly body?: Buffer; readonly headers?: Record<string, string> } = {},
    ): Promise<{ status: number; bytes: number }> =>
      new Promise((resolve, reject) => {
        const { body, headers = {} } = options;
        const length = body === undefined ? {} : { 'Content-Length': String(body.length) };
        const request = sendRequest({
          ...{ port, host: '127.0.0.1', agent, method },
          headers: { ...headers, ...length },
        });
        request.on('error', reject).on('response', (response) => {
          let bytes = 0;
          response.on('data', (chunk: Buffer) => (bytes += chunk.length));
          response.on('end', () => {
            resolve({ status: response.statusCode ?? 0, bytes });
          });
        });
        if (headers['Expect'] === undefined) request.end(body);
        else request.on('continue', () => request.end(body)).flushHeaders();
      });
    const readBody = (request: IncomingMessage, then: () => void): void => {
      request.resume().on('end', then);
    };

    const cases: {
      readonly title: string;
      readonly listener: RequestListener;
      readonly method?: string;
      readonly body?: Buffer;
      readonly headers?: Record<string, string>;
      readonly expected: { readonly status: number; readonly bytes: number };
    }[] = [
      {
        title: 'without bodies',
        listener: (_request, response) => response.end('a'),
        expected: { status: 200, bytes: 1 },
      },
      {
        title: 'with bodies',
        method: 'POST',
        body: Buffer.alloc(300_000),
        listener: (request, response) => {
          readBody(request, () => response.end('a'));
        },
        expected: { status: 200, bytes: 1 },
      },
      {
        title: 'with large responses',
        listener: (_request, response) => response.end(Buffer.alloc(5 * MB)),
        expected: { status: 200, bytes: 5 * MB },
      },
      {
        title: 'refused before the body has arrived',
        method: 'PUT',
        body: Buffer.alloc(MB),
        listener: (_request, response) => response.writeHead(413).end('a'),
        expected: { status: 413, bytes: 1 },
      },
      {
        title: 'refused while nobody reads the body',
        method: 'PUT',
        body: Buffer.alloc(1000),
        listener: (_request, response) => {
          setImmediate(() => response.writeHead(401).end('a'));
        },
        expected: { status: 401, bytes: 1 },
      },
      {
        title: 'with HEAD',
        method: 'HEAD',
        listener: (_request, response) => response.setHeader('Content-Length', 9).end(),
        expected: { status: 200, bytes: 0 },
      },
      {
        title: 'with 304',
        listener: (_request, response) => response.writeHead(304, { ETag: '"a"' }).end(),
        expected: { status: 304, bytes: 0 },
      },
      {
        title: 'with Expect: 100-continue',
        method: 'POST',
        body: Buffer.alloc(100_000),
        headers: { Expect: '100-continue' },
        listener: (request, response) => {
          readBody(request, () => response.end('a'));
        },
        expected: { status: 200, bytes: 1 },
      },
      {
        // As with files, whose end is read after their last bytes.
        title: 'with responses that end later than their bytes',
        listener: (_request, response) => {
          response.setHeader('Content-Length', 5).write('bytes');
          setTimeout(() => response.end(), 10);
        },
        expected: { status: 200, bytes: 5 },
      },
    ];
    for (const { title, listener, method = 'GET', expected, ...options } of cases)
      it(`stays open for requests ${title} [LM19]`, async () => {
        await serve(listener);
        for (let count = 0; count < 30; count += 1)
          expect(await send(method, options)).to.eql(expected);
        expect(connections).to.equal(1);
      });
  });
});
