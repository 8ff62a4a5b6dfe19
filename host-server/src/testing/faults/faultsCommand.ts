import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runDatabaseRounds } from './runDatabaseRounds.ts';
import { runDiskRound } from './runDiskRound.ts';
import { runKillRounds } from './runKillRounds.ts';

/**
 * `npm run faults -w host-server -- [rounds] [seed]`: the long form of faults.test.ts; a fifth as
 * many rounds take the database away. Runs the built server where there is one, as it starts faster.
 */
const [rounds = 100, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const isBuilt = existsSync(fileURLToPath(new URL('../../../dist/main.js', import.meta.url)));
console.log(`Seed ${String(seed)}, ${isBuilt ? 'the built server' : 'the sources'}`);
const log = (line: string): void => {
  console.log(line);
};
const shared = { seed, isBuilt, log };
const kills = await runKillRounds({ ...shared, rounds });
const database = await runDatabaseRounds({ ...shared, rounds: Math.ceil(rounds / 5) });
const disk = await runDiskRound(shared);
console.log(JSON.stringify({ kills, database, disk }, null, 2));
