/**
 * `node scripts/summarise.mjs <file of counts> [failed stage …]`: adds up what the runs of mocha
 * have counted and ends with 1 if anything failed. A stage that failed without a failing test (lint,
 * a build, a run that broke off) counts as one failure.
 */
import { readFileSync } from 'node:fs';
import { summarise } from './lib/summarise.mjs';

const [file, ...stages] = process.argv.slice(2);
const runs = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));
const { passed, failed, pending } = summarise(runs, stages);

// Again at the very end: of a long report it is often the end alone that is kept.
for (const { title, reason } of runs.flatMap((run) => run.failed ?? []))
  console.log(`✖ ${title}\n${reason.split('\n').slice(0, 15).join('\n').slice(0, 2000)}\n`);
if (stages.length > 0) console.log(`Failed: ${stages.join('; ')}`);
console.log(`${runs.length} runs of the tests, ${pending} pending`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
