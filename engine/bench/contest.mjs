/**
 * Measures contestants against each other in one process. They take turns, in a different order
 * each round and with a garbage collection before each turn, so that neither the machine's load nor
 * another contestant's garbage favours one of them.
 *
 * @typedef {object} Contestant
 * @property {string} name
 * @property {() => unknown} [setUp] prepares the state of a turn; not timed
 * @property {number} [ops] the number of operations in a turn, if this contestant does fewer
 * @property {(state: never) => unknown} run one turn; its result is kept, so that the optimiser
 *   cannot drop the work
 *
 * @typedef {{ name: string, nsPerOp: number }} Figure
 *
 * @param {readonly Contestant[]} contestants
 * @param {{ ops: number, rounds: number, warmUp: number }} options `ops` is the number of operations in
 *   one turn
 * @returns {Figure[]} the median time of one operation, in the order of the contestants
 */
export function contest(contestants, { ops, rounds, warmUp }) {
  const times = contestants.map(() => /** @type {number[]} */ ([]));
  for (let round = -warmUp; round < rounds; round++)
    for (let turn = 0; turn < contestants.length; turn++) {
      const index = (turn + Math.abs(round)) % contestants.length;
      const ms = takeTurn(contestants[index]);
      if (round >= 0) times[index].push(ms);
    }
  return contestants.map(({ name, ops: turnOps = ops }, index) => ({
    name,
    nsPerOp: (median(times[index]) * 1e6) / turnOps,
  }));
}

/** The median; for an even count, the mean of the middle two. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

let keptResult;

/** Milliseconds; with COBBLE_BENCH_CLOCK=cpu, processor time, which other processes affect less. */
function now() {
  if (process.env.COBBLE_BENCH_CLOCK !== 'cpu') return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function takeTurn({ setUp, run }) {
  const state = setUp?.();
  globalThis.gc?.();
  const start = now();
  keptResult = run(state);
  const ms = now() - start;
  if (keptResult === takeTurn) throw new Error('unreachable: uses the result');
  return ms;
}
