/**
 * `npm run bench -w engine [-- --quick]`: bundles the engine as a product ships it, measures it
 * beside its peers in a process of its own, and prints figures, ratios and what was to be reached.
 * A full run writes `record.json` when it is given `--record`; `--quick` only shows that everything
 * here works, in seconds, and installs nothing. `--only=words` measures the cases alone whose names
 * hold the words.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readRecord, refuseRun } from '../../scripts/lib/benchRecord.mjs';
import { describeMachine } from '../../scripts/lib/describeMachine.mjs';
import { measureBundles } from './bundleSize.mjs';
import { arePeersThere, installPeers, peerAddresses } from './peers.mjs';
import { describeQuickRun, describeRun } from './table.mjs';

const RECORD = fileURLToPath(new URL('./record.json', import.meta.url));

const ONLY = '--only=';
const given = process.argv.slice(2);
const only = given.find((option) => option.startsWith(ONLY))?.slice(ONLY.length) ?? '';
const options = new Set(given.filter((option) => !option.startsWith(ONLY)));
const known = ['--quick', '--record'];
const unknown = [...options].filter((option) => !known.includes(option));
if (unknown.length > 0)
  refuseRun(`Unknown: ${unknown.join(' ')}. There are ${known.join(', ')}, ${ONLY}.`);
const isQuick = options.has('--quick');
if (only && options.has('--record')) refuseRun('A record is of all cases.');

if (!isQuick) installPeers();
const folder = mkdtempSync(join(tmpdir(), 'cobble-bench-'));
try {
  const results = await measure();
  if (results.length === 0) refuseRun(`No case has "${only}" in its name.`);
  const sizes = only ? [] : await measureBundles();
  const run = {
    machine: describeMachine(),
    date: new Date().toISOString().slice(0, 10),
    sizes,
    results,
  };
  console.log(isQuick ? describeQuickRun(run) : describeRun(run, readRecord(RECORD)));
  if (options.has('--record') && !isQuick)
    writeFileSync(RECORD, `${JSON.stringify(run, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const outfile = join(folder, 'measure.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./measure.mjs', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const answer = join(folder, 'results.json');
  const peers = arePeersThere() ? peerAddresses() : {};
  const task = JSON.stringify({ isQuick, only, peers, answer });
  const child = spawnSync(process.execPath, ['--expose-gc', outfile, task], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (child.status !== 0) throw new Error('The measuring failed; see above.');
  return JSON.parse(readFileSync(answer, 'utf8'));
}
