/**
 * `node scripts/summarize.mjs <counts file> [failed stage …]`: prints the failed tests and stages
 * and the totals of all test runs, and exits with 1 if anything failed. A stage that failed without
 * a failing test (lint, a build, a crash) counts as one failure.
 */
import { readFileSync } from 'node:fs';
import { summarizeStages } from './lib/testCounts.mjs';

const [file, ...stages] = process.argv.slice(2);
const runs = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));
const { passed, failed, pending } = summarizeStages(runs, stages);

// Repeated at the end, because often only the end of a long log is kept.
for (const { title, reason } of runs.flatMap((run) => run.failed ?? []))
  console.log(`✖ ${title}\n${reason.split('\n').slice(0, 15).join('\n').slice(0, 2000)}\n`);
if (stages.length > 0) console.log(`Failed: ${stages.join('; ')}`);
console.log(`${runs.length} test runs, ${pending} pending`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
