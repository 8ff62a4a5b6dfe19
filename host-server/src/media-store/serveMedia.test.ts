import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { pino } from 'pino';
import type { MediaStore } from './MediaStore.ts';
import { serveMedia } from './serveMedia.ts';
import { resetSocket } from '../testing/resetSocket.ts';

describe('serveMedia', () => {
  it('leaves no file open for visitors who leave while it is looked up [LM19]', async () => {
    const opened: Readable[] = [];
    let find: () => void = () => undefined;
    const media = {
      find: async () => {
        await new Promise<void>((resolve) => (find = resolve));
        const stream = (): Readable => {
          const file = Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(90_000)));
          opened.push(file);
          return file;
        };
        return { bytes: 50 * 90_000, stream };
      },
    } as unknown as MediaStore;
    const serve = serveMedia(media, pino({ enabled: false }));
    const server = createServer((request, response) => {
      serve(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const name = `${'a'.repeat(32)}.png`;
    socket.write(`GET /assets/${name} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    request.on('error', () => undefined);
    resetSocket(socket);
    await new Promise((resolve) => request.once('close', resolve));
    find();
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(opened.filter(({ destroyed }) => !destroyed)).to.have.lengthOf(0);
    server.close();
  });
});
