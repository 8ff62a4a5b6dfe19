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

if (stages.length > 0) console.log(`Failed: ${stages.join('; ')}`);
console.log(`${runs.length} runs of mocha, ${pending} pending`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
