import { appendFileSync } from 'node:fs';
import Mocha from 'mocha';

const { Spec } = Mocha.reporters;

/**
 * Mocha's own report, and its counts as a line of JSON at the end of the file that
 * COBBLE_TEST_COUNTS names, for those who add up several runs.
 */
export default class CountingReporter extends Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env['COBBLE_TEST_COUNTS'];
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      if (file) appendFileSync(file, `${JSON.stringify({ passes, failures, pending })}\n`);
      // Something that a test left open would keep the process for ever.
      setTimeout(() => {
        const open = [...new Set(process.getActiveResourcesInfo())].join(', ');
        console.error(`The tests are over, but something keeps the process alive: ${open}`);
        process.exit(1);
      }, 60_000).unref();
    });
  }
}
