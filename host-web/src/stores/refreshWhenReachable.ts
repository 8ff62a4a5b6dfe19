import { reaction } from 'mobx';
import type { AccountStore } from './AccountStore.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Loads the session again while the account is offline: at once when the browser is online again or
 * the user returns to the tab, and at growing intervals, since the server may have been the one that
 * was down [OF7].
 *
 * @param events the window, or in tests another target of its events
 * @param pauseMs milliseconds until the next attempt after so many failed ones
 * @returns ends it
 */
export function refreshWhenReachable(
  account: Pick<AccountStore, 'state' | 'refresh'>,
  events: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  pauseMs: (failures: number) => number = pauseAfter,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const refresh = () => account.refresh().catch(() => undefined);
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void refresh().then(() => {
        if (account.state !== 'offline') return;
        failures += 1;
        wait();
      });
    }, pauseMs(failures));
  };
  // One that is in progress may have been stuck since before.
  const refreshNow = () => {
    failures = 0;
    wait();
    void refresh();
  };
  const stop = () => {
    clearTimeout(timer);
    events.removeEventListener('online', refreshNow);
    events.removeEventListener('focus', refreshNow);
  };
  const stopObserving = reaction(
    () => account.state === 'offline',
    (isOffline) => {
      stop();
      if (!isOffline) return;
      failures = 0;
      wait();
      events.addEventListener('online', refreshNow);
      events.addEventListener('focus', refreshNow);
    },
    { fireImmediately: true },
  );
  return () => {
    stopObserving();
    stop();
  };
}

/** Random, so that not all tabs come back at once when a server is up again. */
function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random());
}
