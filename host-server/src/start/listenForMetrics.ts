import type { Registry } from 'prom-client';
import { serveMetrics } from '../metrics/serveMetrics.ts';
import { StartupError } from '../shared/StartupError.ts';

/**
 * Serves metrics at an address of their own, apart from the public hosts.
 *
 * @returns closes it.
 * @throws StartupError `port_unavailable` when the port is taken, or the address is not one of this
 *   machine.
 */
export async function listenForMetrics(
  registry: Registry,
  host: string,
  port: number,
): Promise<() => Promise<void>> {
  const server = serveMetrics(registry);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const message = `Metrics cannot be served at ${host}:${port} (${cause.code ?? cause.message}). Set METRICS_PORT and METRICS_ADDRESS to a free port and an address of this machine.`;
      reject(new StartupError('port_unavailable', message, { cause }));
    });
    server.listen({ host, port }, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
}
