import { checkTime, inputError } from '../model/inputError.ts';
import { asyncProblem, reportRejection } from '../model/promises.ts';
import type { Clock } from './Clock.ts';

/**
 * The host's clock for a room or client, which use it where nobody could handle an exception: errors
 * are reported instead of thrown, the first of several in a row. Until the clock works again, its
 * time stands still. A timer that it cannot stop does nothing when it ends.
 *
 * @param report must not throw
 */
export function checkedClock(clock: Clock, report: (error: unknown) => void): Clock {
  let latestMs = 0;
  const failing = new Set<string>();
  const attempt = (name: 'now' | 'after' | 'stop', call: () => void): void => {
    try {
      call();
      failing.delete(name);
    } catch (error) {
      if (failing.has(name)) return;
      failing.add(name);
      report(error);
    }
  };
  return {
    now: () => {
      attempt('now', () => {
        latestMs = checkTime('options.clock.now', clock.now());
      });
      return latestMs;
    },
    after: (delayMs, run) => {
      let isStopped = false;
      let stop = (): unknown => undefined;
      attempt('after', () => {
        const returned: unknown = clock.after(delayMs, () => {
          if (!isStopped) run();
        });
        if (typeof returned !== 'function') {
          const problem = asyncProblem(returned) ?? 'must return a function that stops the timer';
          throw inputError('options.clock.after', problem);
        }
        stop = returned as () => unknown;
      });
      return () => {
        isStopped = true;
        attempt('stop', () => reportRejection(stop(), report));
      };
    },
  };
}
