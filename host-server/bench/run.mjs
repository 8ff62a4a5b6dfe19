/**
 * `npm run bench -w host-server [-- --quick] [--record]`: serves a published page of 200 blocks
 * with Cobble, Cobble behind nginx, nginx, Express and bare node:http, loads each in turn with as
 * many requests as it can handle, and prints ratios. Then measures how long a publish takes until a
 * visitor gets it. nginx and wrk come from the system (Debian: `apt-get install nginx-light wrk`).
 * `--quick` only checks that the benchmark works; `--record` stores the figures in `record.json`,
 * unless `--quick` is given too. Needs `npm run build` and uses its output.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine } from '../../scripts/lib/describeMachine.mjs';
import { startBareNode } from './contestants/bareNode.mjs';
import { startCobble } from './contestants/cobble.mjs';
import { startExpress } from './contestants/express.mjs';
import { startNginx, startNginxInFront } from './contestants/nginx.mjs';
import { describeRun } from './describeRun.mjs';
import { measurePublishing } from './measurePublishing.mjs';
import { measureServing } from './measureServing.mjs';
import { requireTools } from './tools.mjs';

const RECORD = fileURLToPath(new URL('./record.json', import.meta.url));

const options = new Set(process.argv.slice(2));
const known = ['--quick', '--record'];
const unknown = [...options].filter((option) => !known.includes(option));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(' ')}. The options are ${known.join(' and ')}.`);
  process.exit(2);
}
const isQuick = options.has('--quick');
requireTools();

const folder = mkdtempSync(join(tmpdir(), 'cobble-bench-'));
const running = [];
try {
  const cobble = await startCobble(folder);
  running.push(cobble);
  const page = await cobble.publishSample();
  const nginx = await startNginx(folder, page);
  running.push(nginx);
  const front = await startNginxInFront(folder, cobble);
  running.push(front);
  const express = await startExpress(folder, page);
  running.push(express);
  const bare = await startBareNode(folder, page);
  running.push(bare);
  const serving = await measureServing([cobble, front, nginx, express, bare], page, isQuick);
  const publishing = await measurePublishing(cobble, isQuick ? 3 : 60);
  const run = { machine: describeMachine(), date: new Date().toISOString().slice(0, 10) };
  const figures = { ...run, bytes: page.html.length, serving, publishing };
  console.log(describeRun(figures));
  if (options.has('--record') && !isQuick)
    writeFileSync(RECORD, `${JSON.stringify(figures, null, 2)}\n`);
} finally {
  for (const each of running.reverse()) await each.stop();
  rmSync(folder, { recursive: true, force: true });
}
