import { reaction } from 'mobx';
import { SLOT_RELEASED } from '../device/slotReleased.ts';
import type { AccountStore } from './AccountStore.ts';
import type { UnsentStore } from './UnsentStore.ts';

/** Options of {@link sendWhenReachable}. */
export interface SendWhenReachableOptions {
  readonly account: Pick<AccountStore, 'account' | 'state' | 'hasExpired' | 'isStillSignedIn'>;
  readonly unsent: Pick<UnsentStore, 'count' | 'send' | 'retryAll'>;
  /** The window, or in tests another target of its events. */
  readonly events: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** Whether the browser has a network. */
  readonly isOnline: () => boolean;
  readonly onFailure: (error: unknown) => void;
  /** Milliseconds until the next check after so many failed ones. */
  readonly pauseMs?: (failures: number) => number;
}

/** A tab that is closed while others stay open leaves edits at any time. */
const CHECK_MS = 30_000;
const LONGEST_PAUSE_MS = 300_000;
const EVENTS = ['online', 'focus', 'pageshow', SLOT_RELEASED] as const;

/**
 * While the account is signed in, counts the edits that only this device has and sends them: at once
 * when the app starts, a page is left, the browser is online again or the user returns to the tab, and
 * at growing intervals while the server does not take them [LR15]. The server is asked first, so that
 * a tab that opens the page without a connection finds its edits free.
 *
 * @returns ends it
 */
export function sendWhenReachable(options: SendWhenReachableOptions): () => void {
  const { account, unsent, events, isOnline, onFailure, pauseMs = pauseAfter } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isChecking = false;
  let isAsked = false;
  let isStopped = false;
  const canSend = (): boolean =>
    account.state === 'signed-in' && !account.hasExpired && account.account !== null && isOnline();
  /** Returns false if it should be tried again soon. */
  const trySending = async (): Promise<boolean> => {
    if ((await unsent.count()) === 0 || !canSend()) return true;
    const isSignedIn = await account.isStillSignedIn().catch(() => null);
    if (isSignedIn === null) return false;
    return !isSignedIn || !canSend() || (await unsent.send());
  };
  const check = async (): Promise<void> => {
    clearTimeout(timer);
    if (isChecking) {
      isAsked = true;
      return;
    }
    isChecking = true;
    const isComplete = await trySending().catch((error: unknown) => {
      onFailure(error);
      return false;
    });
    isChecking = false;
    if (isStopped) return;
    failures = isComplete || isAsked ? 0 : failures + 1;
    if (isAsked) {
      isAsked = false;
      void check();
    } else timer = setTimeout(() => void check(), pauseMs(failures));
  };
  const checkNow = (): void => {
    failures = 0;
    void check();
  };
  for (const type of EVENTS) events.addEventListener(type, checkNow);
  const stopObserving = reaction(
    () => ({ id: account.account?.ID, state: account.state, hasExpired: account.hasExpired }),
    (now, before) => {
      if (now.id !== before?.id || (before?.hasExpired && !now.hasExpired)) unsent.retryAll();
      checkNow();
    },
    { fireImmediately: true },
  );
  return () => {
    isStopped = true;
    stopObserving();
    clearTimeout(timer);
    for (const type of EVENTS) events.removeEventListener(type, checkNow);
  };
}

/** Random, so that not all tabs come back at once when a server is up again. */
function pauseAfter(failures: number): number {
  if (failures === 0) return CHECK_MS;
  return Math.min(1000 * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random());
}
