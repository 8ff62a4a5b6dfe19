import { appendFileSync } from 'node:fs';
import Mocha from 'mocha';

const { Spec } = Mocha.reporters;

/**
 * Mocha's spec reporter that also appends a line of JSON with counts, failures and the time of each
 * file (`TestCounts`) to the file named by COBBLE_TEST_COUNTS.
 */
export default class CountingReporter extends Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env['COBBLE_TEST_COUNTS'];
    const failed = [];
    const fileTimes = timeFiles(runner);
    runner.on('fail', (test, { message, stack }) => {
      failed.push({ title: test.fullTitle(), reason: String(stack ?? message) });
    });
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      const counts = { passes, failures, pending, failed, slowest: fileTimes() };
      if (file) appendFileSync(file, `${JSON.stringify(counts)}\n`);
      // Something that a test left open would keep the process alive forever.
      setTimeout(() => {
        const open = [...new Set(process.getActiveResourcesInfo())].join(', ');
        console.error(`The tests have finished, but something keeps the process alive: ${open}`);
        process.exit(1);
      }, 60_000).unref();
    });
  }
}

/**
 * Measures how long each test file takes, including its hooks, which the times of single tests do
 * not show.
 *
 * @param {import('mocha').Runner} runner before it runs
 * @param {() => number} [now] a clock in ms
 * @returns {() => { file: string, ms: number }[]} the files so far, the slowest first
 */
export function timeFiles(runner, now = () => performance.now()) {
  const spentMs = new Map();
  let startedAt = 0;
  // Only top-level suites: their time includes nested ones.
  runner.on('suite', (suite) => {
    if (suite.parent?.root) startedAt = now();
  });
  runner.on('suite end', (suite) => {
    if (!suite.parent?.root) return;
    const file = suite.file ?? suite.title;
    spentMs.set(file, (spentMs.get(file) ?? 0) + now() - startedAt);
  });
  return () => [...spentMs].map(([file, ms]) => ({ file, ms })).sort((a, b) => b.ms - a.ms);
}
