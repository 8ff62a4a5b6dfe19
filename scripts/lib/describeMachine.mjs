import { cpus, loadavg, totalmem } from 'node:os';

/** What the figures of a benchmark were measured on, as its record keeps it. */
export function describeMachine() {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    processors: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    /** Above the number of processors others were at work, and single figures may be far off. */
    load: Math.round(loadavg()[0] * 10) / 10,
  };
}
