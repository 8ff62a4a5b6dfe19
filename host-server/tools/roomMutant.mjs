/**
 * Preloaded into a server (`node --import`) to test the tests of rooms: makes the log of its rooms
 * faulty, as `COBBLE_ROOM_MUTANT` says. `COBBLE_ROOM_LOGS` is the URL of the server's module.
 */
import { isMainThread } from 'node:worker_threads';
import { setTimeout as sleep } from 'node:timers/promises';

const { COBBLE_ROOM_MUTANT: mutant, COBBLE_ROOM_LOGS: url, COBBLE_PARENT: parent } = process.env;

const mutants = {
  /** Says that entries are stored before they are. */
  'acknowledges-before-commit': (append) => {
    let last = Promise.resolve();
    return (batch) => {
      last = last
        .then(() => sleep(100))
        .then(() => append(batch))
        .catch(() => undefined);
      return Promise.resolve({ ok: true });
    };
  },
  /** Goes on after another server has taken the room over. */
  'ignores-new-owner': (append) => async (batch) => {
    const outcome = await append(batch);
    return outcome.code === 'stale_epoch' ? { ok: true } : outcome;
  },
  /** Goes on when the database has failed. */
  'acknowledges-failed-commits': (append) => (batch) => append(batch).catch(() => ({ ok: true })),
};

if (isMainThread && mutant && Number(parent) === process.ppid) {
  const { RoomLogs } = await import(url);
  const { logOf } = RoomLogs.prototype;
  RoomLogs.prototype.logOf = function (...args) {
    const log = logOf.apply(this, args);
    return { ...log, append: mutants[mutant](log.append) };
  };
}
