import {
  type ClientRequest,
  createServer,
  get,
  type IncomingMessage,
  type Server,
} from 'node:http';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createPublicationSender } from './sendPublication.ts';

describe('a page sent to clients that accept no compression', function () {
  this.timeout(60_000);
  const html = Buffer.from(randomBytes(6_000_000).toString('hex'));
  const page = {
    ...{ pageId: 1, siteId: 1 },
    bytes: {
      ...{ gzip: gzipSync(html, { level: 1 }), brotli: Buffer.alloc(0), htmlLength: html.length },
      ...{ etag: 'e', csp: "default-src 'none'", brotliQuality: 5 },
    },
  };
  /** Ends the time for which each of the responses in progress counts. */
  const endTimes = new Set<() => void>();
  const sender = createPublicationSender({
    ...{ common: {}, appOrigin: 'http://localhost', hasCdn: false },
    requesterOf: ({ headers }) => String(headers['x-address']),
    afterTime(callback) {
      endTimes.add(callback);
      return () => endTimes.delete(callback);
    },
  });
  let server: Server;
  before(async () => {
    server = createServer((request, response) => {
      sender.sendPublic(request, response, page);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  /** Requests the page, and reads nothing yet. */
  const request = (address: string): ClientRequest => {
    const { port } = server.address() as AddressInfo;
    const headers = { 'x-address': address };
    return get({ port, host: '127.0.0.1', headers, agent: false }).on('error', () => undefined);
  };
  const responseTo = async (sent: ClientRequest): Promise<IncomingMessage> => {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response.on('error', () => undefined);
  };
  const lengthOf = async (response: IncomingMessage): Promise<number> => {
    let length = 0;
    for await (const chunk of response) length += (chunk as Buffer).length;
    return length;
  };

  it('is unpacked for two of an address at a time; the others wait, and other addresses do not [LM21]', async () => {
    const first = await responseTo(request('a'));
    const second = await responseTo(request('a'));
    const gone = request('a');
    const received = responseTo(request('a')).then(lengthOf);
    let hasReceived = false;
    void received.then(() => (hasReceived = true));
    expect(await lengthOf(await responseTo(request('b')))).to.equal(html.length);
    // It has had as long as the other address needed, but two of its own are still open.
    expect(hasReceived).to.equal(false);
    gone.destroy();
    // A client that does not read keeps its place for a while only.
    for (const end of endTimes) end();
    expect(await received).to.equal(html.length);
    first.destroy();
    expect(await lengthOf(second)).to.equal(html.length);
    expect(await lengthOf(await responseTo(request('a')))).to.equal(html.length);
  });
});
