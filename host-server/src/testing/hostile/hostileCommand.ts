import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ATTACK_NAMES } from './attacks.ts';
import { describeAttack } from './describeAttack.ts';
import { runUnderAttack } from './runUnderAttack.ts';

/**
 * `npm run bench:hostile -w host-server [-- --seconds=60] [--only=brotli,idle] [--without=archive]
 * [--calm]`: see bench/README.md. Uses the built server, and fails when a limit is missed.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    /** Parts of names of attacks. */
    only: { type: 'string', default: '' },
    without: { type: 'string', default: '' },
    /** No attacks at all, for comparison. */
    calm: { type: 'boolean', default: false },
  },
});
const builtMain = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
if (!existsSync(builtMain)) {
  print('The server is not built: npm run build');
  process.exit(2);
}
const matches = (name: string, parts: string): boolean =>
  parts.split(',').some((part) => part !== '' && name.includes(part));
const attacks = ATTACK_NAMES.filter(
  (name) =>
    !values.calm &&
    (values.only === '' || matches(name, values.only)) &&
    !matches(name, values.without),
);
const report = await runUnderAttack({
  ...{ attacks, builtMain, log: print },
  seconds: Number(values.seconds),
});
const { text, isWithin } = describeAttack(report);
print(`\n${text}`);
if (!isWithin) process.exitCode = 1;
