/**
 * Preloaded into a server (`node --import`): measures how late its event loop is, and appends a
 * line of JSON per second to the file `COBBLE_LOOP_FILE`. Child processes of the server inherit the
 * preload and the environment, so only the child of `COBBLE_LOOP_PARENT` measures.
 *
 * A turn is late because the thread computes, because it waits for something else, such as a disk, or
 * because it waits for a processor. Linux counts the first and the last (`schedstat`), so that what
 * this process does can be told apart from what a busy machine does to it.
 */
import { appendFileSync, openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const INTERVAL_MS = 5;
const { COBBLE_LOOP_FILE: file, COBBLE_LOOP_PARENT: parent } = process.env;

if (isMainThread && file !== undefined && Number(parent) === process.ppid) {
  const stat = openSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'r');
  const buffer = Buffer.alloc(64);
  const readStat = () => {
    const length = readSync(stat, buffer, 0, buffer.length, 0);
    const [computed, waited] = buffer.toString('latin1', 0, length).split(' ');
    return {
      now: performance.now(),
      computed: Number(computed) / 1e6,
      waited: Number(waited) / 1e6,
    };
  };
  let last = readStat();
  /** The number of turns, by how long they computed, ms. */
  let busy = {};
  /** The longest delay of a turn: in total, and not counting waits for a processor. */
  let [maxLateMs, maxBlockedMs] = [0, 0];
  setInterval(() => {
    const turn = readStat();
    const lateMs = Math.max(0, turn.now - last.now - INTERVAL_MS);
    const ms = Math.round(Math.min(lateMs, turn.computed - last.computed));
    busy[ms] = (busy[ms] ?? 0) + 1;
    maxLateMs = Math.max(maxLateMs, lateMs);
    maxBlockedMs = Math.max(maxBlockedMs, lateMs - (turn.waited - last.waited));
    last = turn;
  }, INTERVAL_MS).unref();
  setInterval(() => {
    appendFileSync(
      file,
      `${JSON.stringify({ atMs: Date.now(), busy, maxBlockedMs, maxLateMs })}\n`,
    );
    busy = {};
    maxLateMs = maxBlockedMs = 0;
  }, 1000).unref();
}
