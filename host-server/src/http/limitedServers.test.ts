import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { limitedServers, type RequestHandler } from './limitedServers.ts';

describe('limitedServers', function () {
  this.timeout(30_000);
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const serve = async (handler: RequestHandler): Promise<void> => {
    server = limitedServers({ trustedProxies: 0 })(handler).listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  const open = async (): Promise<Socket> => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };

  it('survives the reset of a refused request that asks for an upgrade [LM20]', async () => {
    await serve((_request, response) => response.end('honest'));
    const headers = ['Host: a', 'Connection: Upgrade', 'Upgrade: a', 'Transfer-Encoding: chunked'];
    for (let count = 0; count < 50; count += 1) {
      const socket = await open();
      socket.write(['POST / HTTP/1.1', ...headers, '', '0\r\n\r\n'].join('\r\n'));
      setImmediate(() => socket.resetAndDestroy());
      await once(socket, 'close');
    }
    const honest = await open();
    honest.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(String(await once(honest, 'data'))).to.include('honest');
  });
});
