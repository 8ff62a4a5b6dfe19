import { once } from 'node:events';
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
});
