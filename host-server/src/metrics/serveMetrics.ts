import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { SharedWork } from '../shared/SharedWork.ts';

const MAX_CONNECTIONS = 32;
const REQUEST_MS = 5000;

/**
 * Creates a server whose only address, `/metrics`, has the metrics in Prometheus's text format. It
 * asks for no password: it must listen where only the operator's programs can connect.
 */
export function serveMetrics(registry: Registry): Server {
  const scrapes = new SharedWork<string>();
  const server = createServer(
    { headersTimeout: REQUEST_MS, requestTimeout: REQUEST_MS, maxHeaderSize: 8192 },
    ({ method = '', url }, response) => {
      response.setHeader('Cache-Control', 'no-store');
      response.setHeader('X-Content-Type-Options', 'nosniff');
      if (url !== '/metrics') response.writeHead(404).end();
      else if (method !== 'GET' && method !== 'HEAD')
        response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      else
        scrapes
          .run('', () => registry.metrics())
          .then(
            (text) => {
              response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
            },
            () => {
              response.writeHead(500).end();
            },
          );
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.keepAliveTimeout = REQUEST_MS;
  return server;
}
