/**
 * `npm run bench -w engine [-- options]`: bundles the engine as in production, measures it and its
 * peers in a separate process, and prints times, ratios and targets. `--record` writes `record.json`.
 * `--quick` only checks in seconds that the benchmark works, and installs nothing. `--only=text`
 * measures only the cases whose name contains the text.
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
import { arePeersInstalled, installPeers, peerAddresses } from './peers.mjs';
import { describeQuickRun, describeRun } from './table.mjs';

const RECORD = fileURLToPath(new URL('./record.json', import.meta.url));

const ONLY = '--only=';
const args = process.argv.slice(2);
const only = args.find((option) => option.startsWith(ONLY))?.slice(ONLY.length) ?? '';
const options = new Set(args.filter((option) => !option.startsWith(ONLY)));
const known = ['--quick', '--record'];
const unknown = [...options].filter((option) => !known.includes(option));
if (unknown.length > 0)
  refuseRun(`Unknown: ${unknown.join(' ')}. Options: ${known.join(', ')}, ${ONLY}<text>.`);
const isQuick = options.has('--quick');
if (only && options.has('--record'))
  refuseRun('--record measures all cases and cannot be combined with --only.');

if (!isQuick) installPeers();
const folder = mkdtempSync(join(tmpdir(), 'cobble-bench-'));
try {
  const results = await measure();
  if (results.length === 0) refuseRun(`No case has a name that contains "${only}".`);
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
  const resultsFile = join(folder, 'results.json');
  const peers = arePeersInstalled() ? peerAddresses() : {};
  const task = JSON.stringify({ isQuick, only, peers, resultsFile });
  const child = spawnSync(process.execPath, ['--expose-gc', outfile, task], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (child.status !== 0) throw new Error('The measurement failed; see the output above.');
  return JSON.parse(readFileSync(resultsFile, 'utf8'));
}
