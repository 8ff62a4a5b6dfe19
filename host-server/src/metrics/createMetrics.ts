import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * Creates the metrics of a server, which measure the process at first: event loop delay, garbage
 * collection, memory, processor time. Each feature adds its own. Labels have few values, none of
 * which a client can choose.
 */
export function createMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
