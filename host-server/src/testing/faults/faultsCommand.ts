import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runDatabaseRounds } from './runDatabaseRounds.ts';
import { runDiskRound } from './runDiskRound.ts';
import { runKillRounds } from './runKillRounds.ts';

/**
 * `npm run faults -w host-server -- [rounds] [seed] [main.js]`: the long form of faults.test.ts; a
 * fifth as many rounds take the database away. Runs the built server where there is one, as it
 * starts faster; nobody may build while it runs.
 */
const [givenRounds, givenSeed, givenMain] = process.argv.slice(2);
const rounds = Number(givenRounds ?? 100);
const seed = Number(givenSeed ?? Date.now() % 1_000_000);
const dist = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const builtMain = givenMain ?? (existsSync(dist) ? dist : null);
const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
log(`Seed ${String(seed)}, ${builtMain ?? 'the sources'}`);
const shared = { seed, builtMain, log };
const kills = await runKillRounds({ ...shared, rounds });
const database = await runDatabaseRounds({ ...shared, rounds: Math.ceil(rounds / 5) });
const disk = await runDiskRound(shared);
log(JSON.stringify({ kills, database, disk }, null, 2));
