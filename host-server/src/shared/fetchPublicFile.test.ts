import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { serveImages } from '../embed-thumbnails/testing/serveImages.ts';
import { fetchPublicFile } from './fetchPublicFile.ts';

const LIMITS = { maxBytes: 1000, timeoutMs: 5000 };
const THIS_MACHINE = { allowedAddresses: ['127.0.0.1'] };

/** Sends a byte at a time until the client disconnects. */
function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('x'), 20);
  response.on('close', () => {
    clearInterval(timer);
  });
}

describe('a file on another server', () => {
  it('is requested without cookies, a referrer or anything else about us [FE3]', async () => {
    const site = await serveImages((_path, response) => response.end('here'));
    const file = await fetchPublicFile(`${site.origin}/a.jpg`, { ...LIMITS, ...THIS_MACHINE });
    expect(file.ok && file.body.toString()).to.equal('here');
    expect(Object.keys(site.requests[0]?.headers ?? {}).sort()).to.deep.equal([
      ...['accept', 'accept-encoding', 'connection', 'host'],
    ]);
    await site.close();
  });

  it('is never fetched from this machine or a private network, however the address is written [FE1]', async () => {
    const server = createServer((_request, response) => response.end('secret'));
    server.listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const hosts = [
      ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0.0.0.0', '[::1]', '[::]'],
      ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', 'localhost', '10.0.0.1', '192.168.1.1'],
      ...['169.254.169.254', '[fe80::1]', '[fc00::1]', '100.64.0.1', '224.0.0.1'],
    ];
    for (const host of hosts) {
      const file = await fetchPublicFile(`http://${host}:${String(port)}/`, LIMITS);
      expect(file.ok, host).to.equal(false);
      expect(file.ok ? '' : file.reason, host).to.match(/not allowed/);
    }
    server.close();
  });

  it('is not fetched through redirects [FE2]', async () => {
    const site = await serveImages((path, response) => {
      response.writeHead(path === '/a' ? 302 : 200, { Location: '/b' }).end('elsewhere');
    });
    const file = await fetchPublicFile(`${site.origin}/a`, { ...LIMITS, ...THIS_MACHINE });
    expect(file).to.include({ ok: false, code: 'unreachable' });
    expect(site.requests).to.have.length(1);
    await site.close();
  });

  it('is limited in size, declared or not, and in time [FE2]', async () => {
    const site = await serveImages((path, response) => {
      if (path === '/declared')
        response.writeHead(200, { 'Content-Length': 10_000_000_000 }).write('x');
      else if (path === '/undeclared') {
        const more = (): void => {
          while (response.write('x'.repeat(10_000)));
        };
        response.on('drain', more);
        more();
      } else if (path === '/drips') drip(response);
    });
    const fetchFrom = (path: string, timeoutMs = 5000) =>
      fetchPublicFile(site.origin + path, { ...LIMITS, timeoutMs, ...THIS_MACHINE });
    expect(await fetchFrom('/declared')).to.include({ ok: false, code: 'too_large' });
    expect(await fetchFrom('/undeclared')).to.include({ ok: false, code: 'too_large' });
    expect(await fetchFrom('/drips', 300)).to.include({ ok: false, code: 'unreachable' });
    expect(await fetchFrom('/silent', 300)).to.include({ ok: false, code: 'unreachable' });
    await site.close();
  });

  it('is reported as missing on 404 and 410, and its request can be aborted', async () => {
    const site = await serveImages((path, response) => {
      if (path !== '/silent') response.writeHead(path === '/gone' ? 410 : 404).end('no');
    });
    for (const path of ['/gone', '/none'])
      expect(await fetchPublicFile(site.origin + path, { ...LIMITS, ...THIS_MACHINE })).to.include({
        ok: false,
        code: 'missing',
      });
    const controller = new AbortController();
    const { signal } = controller;
    const fetching = fetchPublicFile(`${site.origin}/silent`, {
      ...LIMITS,
      ...THIS_MACHINE,
      signal,
    });
    controller.abort();
    expect(await fetching).to.include({ ok: false, code: 'unreachable' });
    await site.close();
  });
});
