import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runDatabaseRounds } from './runDatabaseRounds.ts';
import { runDiskRound } from './runDiskRound.ts';
import { runKillRounds } from './runKillRounds.ts';

/**
 * `npm run faults -w host-server -- [rounds] [seed] [main.js]`: a long version of faults.test.ts,
 * with a fifth as many rounds for the database. Uses the built server if there is one, since it
 * starts faster. Do not build while it runs.
 */
const [roundsArgument, seedArgument, mainArgument] = process.argv.slice(2);
const rounds = Number(roundsArgument ?? 100);
const seed = Number(seedArgument ?? Date.now() % 1_000_000);
const dist = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
const builtMain = mainArgument ?? (existsSync(dist) ? dist : null);
const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
log(`Seed ${String(seed)}, ${builtMain ?? 'the sources'}`);
const shared = { seed, builtMain, log };
const kills = await runKillRounds({ ...shared, rounds });
const database = await runDatabaseRounds({ ...shared, rounds: Math.ceil(rounds / 5) });
const disk = await runDiskRound(shared);
log(JSON.stringify({ kills, database, disk }, null, 2));
