/**
 * `npm run fuzz -w engine -- [--seeds 10000] [--from 1] [--seed 17] [--commands 200]
 * [--steady-roles]`: runs the rooms' fuzz test with the seeds from `--from` to `--seeds`, or with
 * one seed.
 */
import { parseArgs } from 'node:util';
import { fuzzSeed } from './fuzzRooms.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    commands: { type: 'string', default: '200' },
    'steady-roles': { type: 'boolean', default: false },
  },
});
const first = Number(values.seed ?? values.from);
const last = values.seed === undefined ? Number(values.seeds) : first;
const maxCommands = Number(values.commands);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

let violations = 0;
for (let seed = first; seed <= last; seed++) {
  const found = await fuzzSeed(seed, { maxCommands, hasSteadyRoles: values['steady-roles'] });
  if (found !== null) {
    violations += 1;
    print(found);
  }
  if (seed % 500 === 0) print(`${String(seed)} seeds, ${String(violations)} violations`);
}
print(
  `${String(last - first + 1)} seeds of up to ${String(maxCommands)} commands: ${String(violations)} violations`,
);
process.exitCode = violations > 0 ? 1 : 0;
