import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { rootFolder } from './paths.mjs';

const SLOWEST = 10;

/**
 * What one mocha, or several together, have counted.
 *
 * @typedef {object} TestCounts
 * @property {number} passes
 * @property {number} failures
 * @property {number} pending
 * @property {readonly { title: string, reason: string }[]} failed
 * @property {readonly { file: string, ms: number }[]} slowest files, the slowest first
 */

/** @param {string} file as the counting reporter writes it @returns {TestCounts | null} null: nothing was counted */
export function readCounts(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return text === '' ? null : JSON.parse(text);
}

/**
 * The counts of several mochas as one. A mocha that ended before it had counted, or badly though all
 * that it counted was well, is one failure more.
 *
 * @param {readonly { name: string, code: number, counts: TestCounts | null }[]} runs code: the exit's
 * @returns {TestCounts}
 */
export function addUpCounts(runs) {
  const counted = runs.flatMap(({ counts }) => counts ?? []);
  const broken = runs
    .filter(({ code, counts }) => counts === null || (code !== 0 && counts.failures === 0))
    .map(({ name, code }) => ({ title: name, reason: `mocha itself ended with ${code}` }));
  const sum = (key) => counted.reduce((total, each) => total + each[key], 0);
  return {
    passes: sum('passes'),
    failures: sum('failures') + broken.length,
    pending: sum('pending'),
    failed: [...counted.flatMap(({ failed }) => failed), ...broken],
    slowest: counted
      .flatMap(({ slowest }) => slowest)
      .sort((a, b) => b.ms - a.ms)
      .slice(0, SLOWEST),
  };
}

/** @param {TestCounts} counts @returns {string} what stands at the end of everything, lines */
export function describeCounts({ passes, failures, pending, failed, slowest }) {
  return [
    'The slowest files, hooks included:',
    ...slowest.map(
      ({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${relative(rootFolder, file)}`,
    ),
    '',
    ...failed.map(({ title, reason }) => `✖ ${title}: ${reason.split('\n')[0]}`),
    `${passes} passing, ${failures} failing, ${pending} pending`,
  ].join('\n');
}
