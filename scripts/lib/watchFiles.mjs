/**
 * Watches a run of mocha for the time that each file takes, its hooks included: what a person waits
 * for, which the times of single tests do not show.
 *
 * @param {import('mocha').Runner} runner before it runs
 * @param {() => number} [now] a clock in ms
 * @returns {() => { file: string, ms: number }[]} the files so far, the slowest first
 */
export function watchFiles(runner, now = () => performance.now()) {
  const spent = new Map();
  let begun = 0;
  // Only suites of the first level: those within them are a part of their time.
  runner.on('suite', (suite) => {
    if (suite.parent?.root) begun = now();
  });
  runner.on('suite end', (suite) => {
    if (!suite.parent?.root) return;
    const file = suite.file ?? suite.title;
    spent.set(file, (spent.get(file) ?? 0) + now() - begun);
  });
  return () => [...spent].map(([file, ms]) => ({ file, ms })).sort((a, b) => b.ms - a.ms);
}
