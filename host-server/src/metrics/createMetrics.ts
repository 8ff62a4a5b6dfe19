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

/**
 * Returns what removes the metrics that are registered from now on: those of an app that could not
 * be started, because the next attempt registers them again.
 */
export function removerOfNewMetrics(registry: Registry): () => void {
  const names = (): string[] => registry.getMetricsAsArray().map(({ name }) => name);
  const kept = new Set(names());
  return () => {
    for (const name of names()) if (!kept.has(name)) registry.removeSingleMetric(name);
  };
}
