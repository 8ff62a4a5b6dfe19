import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { rootFolder } from './paths.mjs';

const MAX_SLOWEST_FILES = 10;

/**
 * The counts of one mocha run, or of several together.
 *
 * @typedef {object} TestCounts
 * @property {number} passes
 * @property {number} failures
 * @property {number} pending
 * @property {readonly { title: string, reason: string }[]} failed
 * @property {readonly { file: string, ms: number }[]} slowest files, the slowest first
 */

/**
 * Reads what the counting reporter wrote.
 *
 * @param {string} file
 * @returns {TestCounts | null} null if the run ended before it wrote anything
 */
export function readCounts(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return text === '' ? null : JSON.parse(text);
}

/**
 * Merges the counts of several runs. A run that wrote no counts, or exited with an error although
 * all its tests passed, adds one failure.
 *
 * @param {readonly { name: string, code: number, counts: TestCounts | null }[]} runs `code`: exit code
 * @returns {TestCounts}
 */
export function mergeCounts(runs) {
  const counted = runs.flatMap(({ counts }) => counts ?? []);
  const broken = runs
    .filter(({ code, counts }) => counts === null || (code !== 0 && counts.failures === 0))
    .map(({ name, code }) => ({ title: name, reason: `mocha exited with ${code}` }));
  const sum = (key) => counted.reduce((total, counts) => total + counts[key], 0);
  return {
    passes: sum('passes'),
    failures: sum('failures') + broken.length,
    pending: sum('pending'),
    failed: [...counted.flatMap(({ failed }) => failed), ...broken],
    slowest: counted
      .flatMap(({ slowest }) => slowest)
      .sort((a, b) => b.ms - a.ms)
      .slice(0, MAX_SLOWEST_FILES),
  };
}

/**
 * Formats counts for the end of a run: the slowest files, failures and totals.
 *
 * @param {TestCounts} counts
 * @returns {string} lines
 */
export function formatCounts({ passes, failures, pending, failed, slowest }) {
  return [
    'Slowest files, including hooks:',
    ...slowest.map(
      ({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${relative(rootFolder, file)}`,
    ),
    '',
    ...failed.map(({ title, reason }) => `✖ ${title}: ${reason.split('\n')[0]}`),
    `${passes} passing, ${failures} failing, ${pending} pending`,
  ].join('\n');
}

/**
 * Adds up test runs and failed CI stages. A failed test stage counts as one failure only if mocha
 * reported none for it.
 *
 * @param {readonly { passes: number, failures: number, pending: number }[]} runs
 * @param {readonly string[]} failedStages test stages start with "tests"
 */
export function summarizeStages(runs, failedStages) {
  const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
  const runsWithFailures = runs.filter((run) => run.failures > 0).length;
  const testStages = failedStages.filter((stage) => stage.startsWith('tests')).length;
  const otherStages = failedStages.length - testStages;
  const uncounted = otherStages + Math.max(0, testStages - runsWithFailures);
  return { passed: sum('passes'), failed: sum('failures') + uncounted, pending: sum('pending') };
}
