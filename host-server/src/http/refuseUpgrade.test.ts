import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { refuseUpgrade } from './refuseUpgrade.ts';

describe('refusing an upgrade', () => {
  it('closes the connection, whatever else the client sends, or anyone could fill the server [LM11]', async () => {
    const open = new Set<Socket>();
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      refuseUpgrade(socket, '404 Not Found');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const clients = ['nothing', 'ends', 'stays'].map((behaviour) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => undefined);
      if (behaviour !== 'nothing') setTimeout(() => socket.write('x'.repeat(200_000)), 100);
      if (behaviour === 'ends') setTimeout(() => socket.end(), 200);
      return socket;
    });
    const [first] = clients;
    if (!first) throw new Error('There is no client');
    const [response] = (await once(first, 'data')) as [Buffer];
    expect(response.toString()).to.match(/^HTTP\/1\.1 404 Not Found\r\nConnection: close\r\n/);
    // Until mocha's timeout.
    while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const client of clients) client.destroy();
    server.close();
  });

  it('does not read what the client sends after it, or everybody would wait while it is dropped [LM15]', async () => {
    const server = createHttpServer();
    let bytesRead = 0;
    server.on('upgrade', (_request, socket: Socket) => {
      socket.once('close', () => (bytesRead = socket.bytesRead));
      refuseUpgrade(socket, '404 Not Found');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined);
    let received = '';
    client.on('data', (chunk: Buffer) => (received += chunk.toString()));
    client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    client.write(Buffer.alloc(8_000_000));
    while (bytesRead === 0 || received === '')
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(received).to.match(/^HTTP\/1\.1 404 Not Found\r\n/);
    // The first chunks may arrive with the request.
    expect(bytesRead).to.be.at.most(200_000);
    client.destroy();
    server.close();
  });
});
