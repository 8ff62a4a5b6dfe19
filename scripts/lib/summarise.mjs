/**
 * Adds up runs of mocha and stages that failed. A failed stage of tests whose failures mocha has
 * counted is not counted again; one that broke off before it could count is.
 *
 * @param {readonly { passes: number, failures: number, pending: number }[]} runs
 * @param {readonly string[]} failedStages
 */
export function summarise(runs, failedStages) {
  const sum = (key) => runs.reduce((total, run) => total + run[key], 0);
  const counted = runs.filter((run) => run.failures > 0).length;
  const testStages = failedStages.filter((stage) => stage.startsWith('tests')).length;
  const uncounted = failedStages.length - testStages + Math.max(0, testStages - counted);
  return { passed: sum('passes'), failed: sum('failures') + uncounted, pending: sum('pending') };
}
