/**
 * Measures contestants against each other in one process: they take turns, in another order each
 * round, with a collection of garbage before each turn, so that neither the machine's mood nor a
 * neighbour's rubbish favours one of them.
 *
 * @typedef {object} Contestant
 * @property {string} name
 * @property {() => unknown} [setUp] makes what a turn works on; not timed
 * @property {number} [ops] how many operations a turn of this one does, where it does fewer
 * @property {(state: never) => unknown} run one turn; what it returns is kept, so that no work is
 *   thrown away by the optimiser
 *
 * @typedef {{ name: string, nsPerOp: number }} Figure
 *
 * @param {readonly Contestant[]} contestants
 * @param {{ ops: number, rounds: number, warmUp: number }} options `ops` is how many operations one
 *   turn does
 * @returns {Figure[]} the median time of one operation, in the order of the contestants
 */
export function contest(contestants, { ops, rounds, warmUp }) {
  const times = contestants.map(() => /** @type {number[]} */ ([]));
  for (let round = -warmUp; round < rounds; round++)
    for (let turn = 0; turn < contestants.length; turn++) {
      const place = (turn + Math.abs(round)) % contestants.length;
      const ms = takeTurn(contestants[place]);
      if (round >= 0) times[place].push(ms);
    }
  return contestants.map(({ name, ops: own = ops }, place) => ({
    name,
    nsPerOp: (median(times[place]) * 1e6) / own,
  }));
}

/** The middle of numbers; of an even count the mean of the two in the middle. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

let kept;

/** With COBBLE_BENCH_CLOCK=cpu the processor's time of this process, which others disturb less. */
function now() {
  if (process.env.COBBLE_BENCH_CLOCK !== 'cpu') return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function takeTurn({ setUp, run }) {
  const state = setUp?.();
  globalThis.gc?.();
  const start = now();
  kept = run(state);
  const ms = now() - start;
  if (kept === takeTurn) throw new Error('never');
  return ms;
}
