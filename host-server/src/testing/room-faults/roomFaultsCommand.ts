import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type FaultKind, FAULTS } from './faults.ts';
import { describeFaults } from './describeFaults.ts';
import { type FaultReport, runRoomFaults } from './runRoomFaults.ts';
import { type MutantName, ROOM_MUTANTS } from './roomMutants.ts';

/**
 * `npm run faults:rooms -w host-server -- [--rounds=N] [--seed=N] [--only=server,network]
 * [--patience=5000] [--mutants[=NAME]]`: see bench/README.md. Uses the built server. Without
 * `--rounds`, each kind of fault has as many as its figure says. `--mutants` runs servers with a
 * known fault instead, which must be noticed. Exits with 1 on any violation.
 */
const kinds = Object.keys(FAULTS) as FaultKind[];
const mutants = Object.keys(ROOM_MUTANTS) as MutantName[];
const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    patience: { type: 'string', default: '5000' },
    mutants: { type: 'boolean', default: false },
  },
});
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const fail = (line: string): never => {
  print(line);
  process.exit(2);
};
const builtMain = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
if (!existsSync(builtMain)) fail('The server is not built: npm run build');
const known: readonly string[] = values.mutants ? mutants : kinds;
const names = values.only?.split(',') ?? known;
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) fail(`Unknown: ${unknown.join(', ')}. There are ${known.join(', ')}.`);
const seed = Number(values.seed);
print(`Seed ${String(seed)}`);
const shared = { seed, builtMain, log: print, patienceMs: Number(values.patience) };

if (values.mutants) {
  let missed = 0;
  for (const mutant of names as MutantName[]) {
    const { kind, rounds, caughtBy } = ROOM_MUTANTS[mutant];
    const [report] = await runRoomFaults({
      ...{ ...shared, kinds: [kind], rounds, mutant, patienceMs: Infinity },
    });
    const found = report?.violations.find((each) => caughtBy.test(each));
    const tried = report?.rounds ?? 0;
    if (found === undefined && tried > 0) missed += 1;
    const result = found ?? (tried > 0 ? 'NOT CAUGHT' : 'cannot be tried here');
    print(`${mutant}: ${result} (round ${String(tried)})`);
  }
  if (missed > 0) process.exitCode = 1;
} else {
  const reports: FaultReport[] = [];
  for (const kind of names as FaultKind[]) {
    const rounds = Number(values.rounds ?? FAULTS[kind].rounds);
    reports.push(...(await runRoomFaults({ ...shared, kinds: [kind], rounds })));
  }
  print(describeFaults(reports));
  if (reports.some(({ violations }) => violations.length > 0)) process.exitCode = 1;
}
process.exit();
