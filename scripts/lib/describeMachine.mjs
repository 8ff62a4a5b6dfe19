import { cpus, loadavg, totalmem } from 'node:os';

/** The machine that a benchmark runs on, for its record. */
export function describeMachine() {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    processors: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    /**
     * Average of the last minute. If it exceeds the number of processors, other programs were
     * running and figures are unreliable.
     */
    load: Math.round(loadavg()[0] * 10) / 10,
  };
}
