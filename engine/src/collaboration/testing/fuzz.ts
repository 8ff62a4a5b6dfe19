/**
 * `npm run fuzz -w engine -- [--from 1] [--seeds 10000] [--seed 17] [--commands 200]
 * [--steady-roles]`: runs the rooms' fuzz test with the seeds from `--from` to `--seeds` (default:
 * 10,000 seeds), or with one seed.
 */
import { parseArgs } from 'node:util';
import { fuzzSeed } from './fuzzRooms.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    commands: { type: 'string', default: '200' },
    'steady-roles': { type: 'boolean', default: false },
  },
});
const first = Number(values.seed ?? values.from);
const last = Number(values.seed ?? values.seeds ?? first + 9999);
const commandCount = Number(values.commands);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const range = `from ${String(first)} to ${String(last)}`;
if (!(first <= last)) {
  print(`There are no seeds ${range}`);
  process.exit(2);
}
print(`Seeds ${range}`);
let violations = 0;
for (let seed = first; seed <= last; seed++) {
  const found = await fuzzSeed(seed, { commandCount, hasSteadyRoles: values['steady-roles'] });
  if (found !== null) {
    violations += 1;
    print(found);
  }
  if (seed % 500 === 0) print(`${String(seed)} seeds, ${String(violations)} violations`);
}
print(
  `${String(last - first + 1)} seeds of ${String(commandCount)} commands: ${String(violations)} violations`,
);
process.exitCode = violations > 0 ? 1 : 0;
