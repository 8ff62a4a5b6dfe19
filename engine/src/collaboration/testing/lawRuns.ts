/**
 * How often a law is tried: few times in `npm test`, more in `.ci/run`, which has a time limit for all
 * tests, and as often as `RUNS` says: `RUNS=1000 npm test -- engine/src/collaboration/FILE`.
 *
 * @param inNpmTest runs without `CI`
 * @param inCi runs with it
 */
export function lawRuns(inNpmTest: number, inCi: number): number {
  const { RUNS = '', CI = '' } = process.env;
  if (Number(RUNS) > 0) return Number(RUNS);
  return CI === '' ? inNpmTest : inCi;
}
