/**
 * Reads from a trace what the main thread of a page did, in the same way for every contestant.
 *
 * @typedef {{ taskMs: number, scriptMs: number }} FrameWork
 */

/** The traced events: tasks of threads, what they run, and starts of frames. */
export const TRACE_CATEGORIES = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'devtools.timeline.frame',
  '__metadata',
];

const SCRIPTS = new Set([
  'EventDispatch',
  'FireAnimationFrame',
  'FunctionCall',
  'EvaluateScript',
  'RunMicrotasks',
  'TimerFire',
  'v8.callFunction',
]);

/**
 * Reads a trace between two marks that the page made with `console.timeStamp`.
 *
 * @returns {{ frames: FrameWork[], taskMs: number, scriptMs: number, longestMs: number }}
 */
export function readTrace(buffer, from, to) {
  const { traceEvents } = JSON.parse(buffer.toString());
  const stamps = traceEvents.filter(({ name }) => name === 'TimeStamp');
  const start = stamps.find(({ args }) => args.data.message === from);
  const end = stamps.findLast(({ args }) => args.data.message === to);
  if (!start || !end) throw new Error(`The trace has no ${from} and ${to}.`);
  const own = traceEvents.filter(
    ({ pid, tid, ts }) => pid === start.pid && tid === start.tid && ts >= start.ts && ts <= end.ts,
  );
  const tasks = own.filter(
    ({ name, ph }) => ph === 'X' && (name === 'RunTask' || name.endsWith('::RunTask')),
  );
  const scripts = outermost(own.filter(({ name, ph }) => ph === 'X' && SCRIPTS.has(name)));
  const top = outermost(tasks);
  // A frame ends with the task that hands its image to the compositor.
  const ends = own
    .filter(({ name }) => name === 'BeginCommitCompositorFrame')
    .map(({ ts }) => top.find((task) => task.ts <= ts && task.ts + task.dur >= ts))
    .flatMap((task) => (task ? [task.ts + task.dur] : []))
    .sort((a, b) => a - b);
  const frames = ends.map((until, index) => {
    const at = ends[index - 1] ?? start.ts;
    return { taskMs: within(top, at, until), scriptMs: within(scripts, at, until) };
  });
  return {
    frames,
    taskMs: within(top, start.ts, end.ts),
    scriptMs: within(scripts, start.ts, end.ts),
    longestMs: top.reduce((most, task) => Math.max(most, timeOf(task) / 1000), 0),
  };
}

/** The events that are not nested in another one. */
function outermost(events) {
  const found = [];
  let end = -Infinity;
  for (const event of [...events].sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
    if (event.ts < end) continue;
    found.push(event);
    end = event.ts + (event.dur ?? 0);
  }
  return found;
}

/** With COBBLE_BENCH_CLOCK=cpu, the thread's processor time, which other processes affect less. */
const isCpu = process.env.COBBLE_BENCH_CLOCK === 'cpu';
const timeOf = ({ dur = 0, tdur }) => (isCpu ? (tdur ?? dur) : dur);

/** The total time of events that begin in an interval, ms. */
function within(events, from, to) {
  let sum = 0;
  for (const event of events) if (event.ts >= from && event.ts < to) sum += timeOf(event);
  return sum / 1000;
}

/** The quantile of numbers at `part`, from 0 to 1; 0 if there are no numbers. */
export function quantile(numbers, part) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
