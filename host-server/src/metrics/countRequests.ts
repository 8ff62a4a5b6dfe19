import { Counter, Histogram, type Registry } from 'prom-client';
import type { Addresses } from '../http/addresses.ts';
import type { RequestHandler } from '../http/limitedServers.ts';

const BUCKETS_S = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];

/** Counts and times the requests that a handler gets, by what they are for and their status. */
export function countRequests(
  registry: Registry,
  addresses: Addresses,
  handler: RequestHandler,
): RequestHandler {
  const labels = { registers: [registry], labelNames: ['route'] as const };
  const requests = new Counter({
    name: 'cobble_http_requests_total',
    help: 'Requests by route and class of status; "aborted" if the client left before the response',
    ...{ ...labels, labelNames: ['route', 'status'] as const },
  });
  const seconds = new Histogram({
    name: 'cobble_http_request_seconds',
    help: 'Time from a request until its response was sent',
    ...{ ...labels, buckets: BUCKETS_S },
  });
  return (request, response) => {
    const route = routeOf(addresses, request.headers.host, request.url ?? '');
    const end = seconds.startTimer({ route });
    response.once('close', () => {
      end();
      const status = response.writableFinished
        ? `${String(Math.floor(response.statusCode / 100))}xx`
        : 'aborted';
      requests.inc({ route, status });
    });
    handler(request, response);
  };
}

/** What a request is for: one of few words, whatever the client sends. */
function routeOf(addresses: Addresses, host: string | undefined, url: string): string {
  if (url === '/healthz') return 'health';
  const { kind } = addresses.hostOf(host);
  if (kind !== 'app')
    return { page: 'page', embeds: 'embed', loopback: 'other', unknown: 'domain' }[kind];
  if (/^\/(?:assets|fonts)\//.test(url)) return 'file';
  return url.startsWith('/api/') ? 'api' : 'web';
}
