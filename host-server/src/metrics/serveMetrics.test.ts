import { once } from 'node:events';
import { createServer, get as httpGet, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createAddresses } from '../http/addresses.ts';
import { countRequests } from './countRequests.ts';
import { createMetrics } from './createMetrics.ts';
import { serveMetrics } from './serveMetrics.ts';

describe('the metrics of a server', () => {
  let server: Server;
  let origin: string;
  const registry = createMetrics();

  before(async () => {
    server = serveMetrics(registry).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  it('say how busy the process is, in the format of Prometheus [RO24]', async () => {
    const response = await fetch(`${origin}/metrics`);
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.include('text/plain; version=0.0.4');
    const text = await response.text();
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_heap_size_used_bytes',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ])
      expect(text).to.match(new RegExp(`^${name} `, 'm'));
  });

  it('are at one address only, and nothing can be written there [RO24]', async () => {
    for (const path of ['/', '/metrics/', '/metrics?x', '/healthz', '/api/page'])
      expect((await fetch(origin + path)).status, path).to.equal(404);
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).to.equal(405);
    const head = await fetch(`${origin}/metrics`, { method: 'HEAD' });
    expect([head.status, await head.text()]).to.eql([200, '']);
  });

  it('count requests by few routes, whatever hosts and paths clients send [RO24]', async () => {
    const addresses = createAddresses('http://localhost:80', 'localhost:80');
    const counted = createServer(
      countRequests(registry, addresses, (_request, response) => {
        response.writeHead(404).end();
      }),
    ).listen(0, '127.0.0.1');
    await once(counted, 'listening');
    const { port } = counted.address() as AddressInfo;
    const get = (host: string, path: string): Promise<void> =>
      new Promise((resolve, reject) => {
        httpGet({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
          response.resume().once('end', resolve);
        }).once('error', reject);
      });
    for (const [host, path] of [
      ['localhost', '/'],
      ['localhost', '/api/page'],
      ['localhost', '/assets/x.png'],
      ['ada.localhost', '/'],
      ['embeds.localhost', '/'],
      ['example.com', '/secret'],
      ['127.0.0.1', '/'],
      ['evil" host', '/'],
      ['localhost', '/healthz'],
    ] as const)
      await get(host, path);
    counted.close();
    const text = await registry.metrics();
    const routes = [
      ...text.matchAll(/^cobble_http_requests_total\{route="(\w+)",status="4xx"\}/gm),
    ];
    expect(routes.map(([, route]) => route)).to.have.members([
      ...['web', 'api', 'file', 'page', 'embed', 'domain', 'other', 'health'],
    ]);
    expect(text).not.to.match(/example\.com|secret|evil/);
  });
});
