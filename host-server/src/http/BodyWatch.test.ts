import { once } from 'node:events';
import { createServer, type IncomingMessage, request as sendRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { BodyWatch } from './BodyWatch.ts';

const PACE = { baseMs: 600, bytesPerSecond: null, idleMs: 600 };
const LENGTH = 1_000_000;

describe('BodyWatch', function () {
  this.timeout(60_000);
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** Sends the first `bytes` of a body of `LENGTH`, and returns the request as the server has it. */
  const receive = async (bytes: number): Promise<IncomingMessage> => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { 'Content-Length': LENGTH };
    const client = sendRequest({ port, host: '127.0.0.1', method: 'POST', headers });
    client.on('error', () => undefined).write(Buffer.alloc(bytes));
    const [received] = (await once(server, 'request')) as [IncomingMessage];
    return received;
  };

  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await sleep(20);
  };

  it('does not refuse a body that waits for a slow disk [LM9]', async () => {
    const request = await receive(LENGTH);
    await until(() => request.readableLength >= request.readableHighWaterMark);
    let isLate = false;
    BodyWatch.setPace(request, PACE, () => (isLate = true));
    // Nobody reads meanwhile, so the client cannot send the rest.
    await sleep(2500);
    expect(isLate).to.equal(false);
    let length = 0;
    for await (const chunk of request) length += (chunk as Buffer).length;
    expect(length).to.equal(LENGTH);
  });

  it('does not count a body as paused while it waits for its turn, or the connection would be closed to make room [LM11]', async () => {
    const waiting = await receive(LENGTH);
    const first = server;
    const paused = await receive(1000);
    for (const request of [waiting, paused])
      BodyWatch.start(request, { ...PACE, baseMs: 30_000, idleMs: 30_000 });
    await until(() => BodyWatch.stalledMs(paused) > 2000);
    // The next check may be late on a busy machine.
    await until(() => BodyWatch.stalledMs(waiting) < BodyWatch.stalledMs(paused) / 2);
    first.closeAllConnections();
    first.close();
  });

  it('refuses a body whose client pauses [LM9]', async () => {
    const request = await receive(1000);
    request.resume();
    await new Promise<void>((resolve) => {
      BodyWatch.setPace(request, PACE, () => resolve());
    });
  });
});
