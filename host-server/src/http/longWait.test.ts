import { once } from 'node:events';
import {
  type ClientRequest,
  get,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { limitedServers } from './limitedServers.ts';
import { waitLong } from './longWait.ts';

describe('requests that wait for something else than the database', function () {
  this.timeout(30_000);
  let server: Server;
  let paint: () => void;
  let painted: Promise<void>;
  /** What each request for the image does when it continues; by default, it responds. */
  let proceed: (response: ServerResponse) => void;
  let waiting: number;
  let left: number;
  const seen: WeakRef<ServerResponse>[] = [];
  const sent: ClientRequest[] = [];
  beforeEach(async () => {
    [waiting, left] = [0, 0];
    seen.length = 0;
    painted = new Promise((resolve) => {
      paint = resolve;
    });
    proceed = (response) => response.end('image');
    const sendImage = async (response: ServerResponse): Promise<void> => {
      seen.push(new WeakRef(response));
      waiting += 1;
      const isHere = await waitLong(response, painted, 20_000);
      if (isHere) proceed(response);
      else left += 1;
    };
    server = limitedServers({ trustedProxies: 1 })(({ url }, response) => {
      if (url === '/image') void sendImage(response);
      else response.end('done');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const each of sent.splice(0)) each.destroy();
    server.closeAllConnections();
    server.close();
  });

  const request = (path: string, address = '10.0.0.1'): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const headers = { 'X-Forwarded-For': address };
      const each = get({ host: '127.0.0.1', port, path, headers, agent: false }, resolve);
      sent.push(each.on('error', reject));
    });
  const untilAllWait = async (count: number): Promise<void> => {
    while (waiting < count) await sleep(5);
  };

  it('let others of their address begin, however many wait [LM22]', async () => {
    const images = Array.from({ length: 20 }, () => request('/image'));
    await untilAllWait(20);
    expect((await request('/')).statusCode).to.equal(200);
    paint();
    for (const { statusCode } of await Promise.all(images)) expect(statusCode).to.equal(200);
  });

  it('continue in turns of the event loop, or a crowd that waits for an image would delay everybody [LM19]', async () => {
    let continued = 0;
    proceed = (response) => {
      continued += 1;
      response.end();
    };
    const images = Array.from({ length: 150 }, (_, index) =>
      request('/image', `10.0.0.${String(index)}`),
    );
    await untilAllWait(images.length);
    paint();
    let [most, before] = [0, 0];
    while (before < images.length) {
      await nextTurn();
      most = Math.max(most, continued - before);
      before = continued;
    }
    // Two of its turns may be over between two of ours.
    expect(most).to.be.at.most(50);
    await Promise.all(images);
  });

  it('continue 8 at a time of an address, because they use the database again [LM22]', async () => {
    const inProgress: ServerResponse[] = [];
    proceed = (response) => inProgress.push(response);
    const images = Array.from({ length: 20 }, () => request('/image'));
    await untilAllWait(images.length);
    paint();
    for (let responded = 0; responded < images.length; responded += 1) {
      while (inProgress.length < Math.min(8, images.length - responded)) await nextTurn();
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
      expect(inProgress.length).to.be.at.most(8);
      inProgress.shift()?.end();
    }
    await Promise.all(images);
  });

  it('are forgotten at once when their clients leave, or those who come and leave would fill the memory [LM19]', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    let continued = 0;
    proceed = () => (continued += 1);
    for (let count = 0; count < 300; count += 1) request('/image').catch(() => undefined);
    await untilAllWait(200);
    for (const each of sent.splice(0)) each.destroy();
    while (left < waiting) await sleep(5);
    while (seen.some((each) => each.deref() !== undefined)) {
      await sleep(5);
      collectGarbage();
    }
    paint();
    await sleep(20);
    expect(continued).to.equal(0);
    proceed = (response) => response.end();
    expect((await request('/image')).statusCode).to.equal(200);
  });
});
