/**
 * Measures the cases whose name contains `only` and writes the figures to a file. `run.mjs` bundles
 * and starts this script.
 */
import { writeFileSync } from 'node:fs';
import { bulkCases } from './cases/bulk.mjs';
import { drawingCases } from './cases/drawing.mjs';
import { editorCases } from './cases/editors.mjs';
import { loadPeers } from './cases/loadPeers.mjs';
import { parseCases } from './cases/parse.mjs';
import { snapCases } from './cases/snap.mjs';
import { storeCases } from './cases/stores.mjs';
import { contest } from './contest.mjs';

const { isQuick, only, peers, resultsFile } = JSON.parse(process.argv[2]);
const blocks = isQuick ? 100 : 10_000;
const loaded = await loadPeers(peers);

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} description what every contestant does
 * @property {number} ops operations per turn
 * @property {number} rounds
 * @property {() => readonly import('./contest.mjs').Contestant[]} contestants the first is Cobble
 * @property {readonly { against?: string, atMost: number }[]} limits the largest allowed ratio of Cobble's
 *   time to that of a peer, or without a peer its largest time in nanoseconds per operation
 */
/** @type {readonly (() => readonly Case[])[]} */
const groups = [
  () => storeCases(blocks, loaded),
  () => editorCases(blocks, loaded.tldrawEditor),
  () => parseCases(blocks),
  () => snapCases(blocks),
  () => bulkCases(blocks),
  () => drawingCases(),
];

const results = [];
for (const group of groups)
  for (const { contestants, rounds, ops, ...details } of group()) {
    if (!details.name.includes(only)) continue;
    if (!isQuick) console.log(`Measuring ${details.name} ...`);
    const times = isQuick ? { rounds: 1, warmUp: 0 } : { rounds, warmUp: Math.ceil(rounds / 3) };
    results.push({ ...details, figures: contest(contestants(), { ops, ...times }) });
  }
writeFileSync(resultsFile, JSON.stringify(results));
// The peers' simulated browser would keep the process alive.
process.exit();
