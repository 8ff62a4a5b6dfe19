/** What `run.mjs` bundles and starts: measures all cases and writes the figures to a file. */
import { writeFileSync } from 'node:fs';
import { bulkCases } from './cases/bulk.mjs';
import { drawingCases } from './cases/drawing.mjs';
import { loadPeers } from './cases/loadPeers.mjs';
import { parseCases } from './cases/parse.mjs';
import { snapCases } from './cases/snap.mjs';
import { storeCases } from './cases/stores.mjs';
import { contest } from './contest.mjs';

const { isQuick, only, peers, answer } = JSON.parse(process.argv[2]);
const blocks = isQuick ? 100 : 10_000;
const loaded = await loadPeers(peers);

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} what what every contestant does
 * @property {number} ops operations a turn
 * @property {number} rounds
 * @property {() => readonly import('./contest.mjs').Contestant[]} contestants ours is the first
 * @property {readonly { against?: string, atMost: number }[]} limits how much longer than a peer ours
 *   may take; without a peer nanoseconds an operation
 */
/** @type {readonly (() => readonly Case[])[]} */
const groups = [
  () => storeCases(blocks, loaded),
  () => parseCases(blocks),
  () => snapCases(blocks),
  () => bulkCases(blocks),
  () => drawingCases(),
];

const results = [];
for (const group of groups)
  for (const { contestants, rounds, ops, ...about } of group()) {
    if (!about.name.includes(only)) continue;
    if (!isQuick) console.log(`Measuring ${about.name} ...`);
    const times = isQuick ? { rounds: 1, warmUp: 0 } : { rounds, warmUp: Math.ceil(rounds / 3) };
    results.push({ ...about, figures: contest(contestants(), { ops, ...times }) });
  }
writeFileSync(answer, JSON.stringify(results));
