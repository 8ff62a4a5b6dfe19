import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { RequestHandler } from '../http/limitedServers.ts';
import { listen, type Listening } from './listen.ts';

const REQUEST = 'POST /publish HTTP/1.1\r\nHost: a\r\n\r\n';

describe('stopping to listen', function () {
  this.timeout(30_000);
  let listening: Listening;
  const clients: Socket[] = [];
  afterEach(() => {
    for (const socket of clients.splice(0)) socket.destroy();
  });

  const serve = async (handler: RequestHandler): Promise<void> => {
    listening = await listen({ handler, upgrade: () => undefined }, '127.0.0.1', 0, 0);
  };
  const open = async (): Promise<Socket> => {
    const address = listening.servers[0]?.address() as { port: number };
    const socket = connect(address.port, '127.0.0.1').on('error', () => undefined);
    clients.push(socket);
    await once(socket, 'connect');
    return socket;
  };

  it('handles all requests that have arrived, also those that wait for their turn [DB7]', async () => {
    let handled = 0;
    await serve((_request, response) => {
      handled += 1;
      response.end('published');
    });
    let accepted = 0;
    listening.servers[0]?.on('connection', () => (accepted += 1));
    const senders = await Promise.all(Array.from({ length: 200 }, () => open()));
    while (accepted < senders.length) await sleep(10);
    const responses = senders.map((socket) => text(socket).catch(() => 'closed'));
    // These are idle then.
    for (const socket of senders.slice(0, 100)) socket.write(REQUEST);
    while (handled < 100) await sleep(10);
    for (const socket of senders) socket.write(REQUEST);
    while (handled === 100) await nextTurn();
    await nextTurn();
    expect(handled, 'some wait').to.be.below(300);
    await listening.close();
    const published = (await Promise.all(responses)).join('').split('published').length - 1;
    expect(published).to.equal(300);
  });

  it('handles a request of which a part had arrived on a connection that was idle before [DB7]', async () => {
    await serve((_request, response) => response.end('published'));
    const accepted: Socket[] = [];
    listening.servers[0]?.on('connection', (socket: Socket) => accepted.push(socket));
    const sender = await open();
    const received = text(sender);
    sender.write(REQUEST);
    await once(sender, 'data');
    sender.write(REQUEST.slice(0, 25));
    while ((accepted[0]?.bytesRead ?? 0) < REQUEST.length + 25) await sleep(5);
    const closed = listening.close();
    await sleep(100);
    sender.write(REQUEST.slice(25));
    expect((await received).split('published')).to.have.lengthOf(3);
    await closed;
  });

  it('does not wait for connections over which nothing has been sent, as browsers open them early [DB7]', async () => {
    const begun: ServerResponse[] = [];
    await serve((_request, response) => begun.push(response));
    const [unused, sender] = [await open(), await open()];
    const received = text(sender);
    sender.write(REQUEST);
    while (begun.length === 0) await sleep(10);
    const unusedClosed = once(unused.resume(), 'close');
    const closed = listening.close();
    await unusedClosed;
    begun[0]?.end('published');
    expect(await received, 'before everything is cut off').to.match(/published$/);
    await closed;
  });

  it('does not cut off a response that its client still receives [DB7]', async () => {
    const page = Buffer.alloc(12_000_000, 'a');
    let handled = 0;
    await serve((_request, response) => {
      response.end(page);
      handled += 1;
    });
    const slow = await open();
    slow.pause();
    slow.write(REQUEST);
    while (handled === 0) await sleep(10);
    const closed = listening.close();
    await sleep(200);
    const received = await text(slow);
    expect(received.split('\r\n\r\n')[1]).to.have.lengthOf(page.length);
    await closed;
  });
});
