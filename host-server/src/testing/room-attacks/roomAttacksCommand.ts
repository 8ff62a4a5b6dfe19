import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ROOM_ATTACKS } from './roomAttacks.ts';
import { runRoomAttack } from './runRoomAttack.ts';

/**
 * Attacks live rooms in each known way, one after the other, and prints how two honest editors fare.
 * Uses the built server.
 *
 * `npm run attack:rooms -w host-server -- [--seconds=15] [--only=values,locks] [--pages=30]
 * [--main=/path/of/another/main.js]`
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    /** Parts of names of attacks; `none` for a run without any. */
    only: { type: 'string', default: '' },
    pages: { type: 'string', default: '30' },
    /** The built main.js of another version. */
    main: { type: 'string' },
  },
});
const builtMain = values.main ?? fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
if (!existsSync(builtMain)) {
  print('The server is not built: npm run build');
  process.exit(2);
}
const parts = values.only.split(',').filter((part) => part !== '');
const names = ['none', ...Object.keys(ROOM_ATTACKS)].filter(
  (name) => parts.length === 0 || parts.some((part) => name.includes(part)),
);
print('| attack | own page p50/p99/max | beside p50/p99/max | turn p99/max | heap | resident |');
print('| --- | --- | --- | --- | --- | --- |');
for (const name of names) {
  const report = await runRoomAttack({
    attack: name === 'none' ? null : name,
    seconds: Number(values.seconds),
    pages: name === 'a hundred pages' ? 100 : Number(values.pages),
    builtMain,
  });
  const times = ({ alone, beside }: typeof report): readonly string[] =>
    [alone, beside].map((each) =>
      [0.5, 0.99, 1].map((share) => each.percentile(share).toFixed(0)).join('/'),
    );
  const { heapMb, residentMb, p99TurnMs, longestTurnMs, failures, outcomes } = report;
  const turns = `${String(p99TurnMs)}/${String(longestTurnMs)}`;
  const cells = [name, ...times(report), turns, heapMb.join(' → '), residentMb.join(' → ')];
  print(`| ${cells.join(' | ')} |`);
  print(`  attacker: ${JSON.stringify(outcomes)}`);
  print(`  edits: ${String(report.alone.count)} and ${String(report.beside.count)}`);
  if (Object.keys(failures).length > 0) print(`  honest failures: ${JSON.stringify(failures)}`);
  if (!report.isAlive) print(`  NOT ALIVE:\n${report.output.slice(-3000)}`);
}
print(
  `Load: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}`,
);
