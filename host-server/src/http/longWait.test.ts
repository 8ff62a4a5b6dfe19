import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { limitedServers } from './limitedServers.ts';
import { beginLongWait } from './longWait.ts';

describe('requests that wait for something else than the database', () => {
  it('let others of their address begin, however many wait [LM22]', async () => {
    const waiting: ServerResponse[] = [];
    let onAll = (): void => undefined;
    const all = new Promise<void>((resolve) => {
      onAll = resolve;
    });
    const server = limitedServers({ trustedProxies: 0 })(({ url }, response) => {
      if (url === '/') {
        response.end('done');
        return;
      }
      waiting.push(response);
      beginLongWait(response);
      if (waiting.length === 20) onAll();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sent: ClientRequest[] = [];
    const request = (path: string): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        const each = get({ host: '127.0.0.1', port, path, agent: false }, resolve);
        sent.push(each.on('error', reject));
      });
    try {
      const painted = Array.from({ length: 20 }, () => request('/painted'));
      await all;
      expect((await request('/')).statusCode).to.equal(200);
      for (const response of waiting) response.end();
      await Promise.all(painted);
    } finally {
      for (const each of sent) each.destroy();
      server.closeAllConnections();
      server.close();
    }
  });
});
