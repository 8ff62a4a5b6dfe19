import { existsSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  isWithinLimits,
  MEASUREMENTS,
  type MeasurementName,
  runRoomBench,
} from './runRoomBench.ts';

/**
 * `npm run bench:rooms -w host-server -- [--short] [--minutes=10] [--only=joining,viewers] [--check]`:
 * see bench/README.md. Uses the built server. `--short` measures for a few seconds each, and
 * `--check` fails if a limit is missed; a client that has another page than the server always fails.
 */
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
    /** Names of measurements. */
    only: { type: 'string', default: Object.keys(MEASUREMENTS).join(',') },
  },
});
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const builtMain = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
if (!existsSync(builtMain)) {
  print('The server is not built: npm run build');
  process.exit(2);
}
const names = values.only.split(',');
const unknown = names.filter((name) => !(name in MEASUREMENTS));
if (unknown.length > 0 || !(Number(values.minutes) > 0)) {
  print(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(MEASUREMENTS).join(', ')}.`);
  process.exit(2);
}
const load = (): string => `load ${(loadavg()[0] ?? 0).toFixed(1)}`;
const machine = [
  cpus()[0]?.model ?? 'unknown processor',
  `${String(cpus().length)} processors`,
  `${(totalmem() / 2 ** 30).toFixed(0)} GB`,
  `Node ${process.version}`,
  new Date().toISOString().slice(0, 10),
];
print([...machine, load()].join(', '));
const result = await runRoomBench({
  ...{ builtMain, log: print, minutes: Number(values.minutes) },
  size: values.short ? 'short' : 'full',
  only: names as MeasurementName[],
});
print(
  `\n${isWithinLimits(result) ? 'All limits are met.' : 'Not all limits are met.'} At the end: ${load()}`,
);
for (const failure of result.failures) print(failure);
if (result.failures.length > 0 || (values.check && !isWithinLimits(result))) process.exitCode = 1;
process.exit();
