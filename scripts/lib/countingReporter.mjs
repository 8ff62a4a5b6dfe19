import { appendFileSync } from 'node:fs';
import Mocha from 'mocha';
import { watchFiles } from './watchFiles.mjs';

const { Spec } = Mocha.reporters;

/**
 * Mocha's own report, and its counts, the failures and the time of each file as a line of JSON at
 * the end of the file that COBBLE_TEST_COUNTS names, for those who add up several runs.
 */
export default class CountingReporter extends Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env['COBBLE_TEST_COUNTS'];
    const failed = [];
    const files = watchFiles(runner);
    runner.on('fail', (test, { message, stack }) => {
      failed.push({ title: test.fullTitle(), reason: String(stack ?? message) });
    });
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      const counts = { passes, failures, pending, failed, slowest: files() };
      if (file) appendFileSync(file, `${JSON.stringify(counts)}\n`);
      // Something that a test left open would keep the process for ever.
      setTimeout(() => {
        const open = [...new Set(process.getActiveResourcesInfo())].join(', ');
        console.error(`The tests are over, but something keeps the process alive: ${open}`);
        process.exit(1);
      }, 60_000).unref();
    });
  }
}
