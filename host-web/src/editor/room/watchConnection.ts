import type { RoomClient } from '@cobble/engine/collaboration';
import type { SocketTransport } from './socketTransport.ts';

/** Options of {@link watchConnection}. */
export interface WatchConnectionOptions {
  readonly client: Pick<RoomClient, 'status' | 'flush' | 'reconnect'>;
  readonly transport: Pick<SocketTransport, 'isStale' | 'isIdle'>;
  /** How often the connection is checked, ms; default: 5000. */
  readonly checkMs?: number;
}

/**
 * How often a connection that has gone silent is looked for, and a sleep of the computer, during which
 * no timer runs.
 */
const CHECK_MS = 5000;
/** The browser may delay the timers of a hidden tab by a minute. */
const SLEEP_MS = CHECK_MS + 10_000;
/** Events that report the same change come together. */
const MIN_INTERVAL_MS = 1000;

/** Events that show that the user is active. */
const ACTIVITY_EVENTS = ['focus', 'pointerdown', 'keydown'] as const;
/** So that active users do not flood a restarting server. */
const ACTIVITY_INTERVAL_MS = 3000;

/**
 * Tells a room client what the browser knows about its tab: sends what is unsent when the page is
 * being hidden or closed, gives up the connection when the network is lost, and connects at once when
 * it is back or the tab is looked at again, if there is no connection or it may be dead [LR2, LR3].
 * A connection that goes silent while the tab is used is replaced, too [LR3].
 * A client that waits for its next attempt connects when the user does something [LR14].
 *
 * Returns a function that stops it.
 */
export function watchConnection(options: WatchConnectionOptions): () => void {
  const { client, transport } = options;
  let reconnectedMs = -Infinity;
  let checkedMs = Date.now();
  const reconnect = (): void => {
    if (client.status !== 'connecting' && client.status !== 'live') return;
    if (Date.now() - reconnectedMs < MIN_INTERVAL_MS) return;
    reconnectedMs = Date.now();
    client.reconnect();
  };
  const reconnectIfNeeded = (): void => {
    if (client.status === 'connecting' || transport.isStale()) reconnect();
  };
  // An attempt that is being made would only start over.
  const onUse = (): void => {
    if (Date.now() - reconnectedMs < ACTIVITY_INTERVAL_MS) return;
    if (client.status === 'connecting' && transport.isIdle()) reconnect();
  };
  const flush = (): void => {
    client.flush();
  };
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) reconnectIfNeeded();
  };
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') flush();
    else reconnectIfNeeded();
  };
  const timer = setInterval(() => {
    const now = Date.now();
    const hasSlept = now - checkedMs > SLEEP_MS;
    checkedMs = now;
    if (hasSlept) reconnectIfNeeded();
    // A server that was suspended, or a network that was lost without a word, would be waited for
    // much longer by Socket.IO.
    else if (transport.isStale()) reconnect();
  }, options.checkMs ?? CHECK_MS);
  // What was connected over the network that was lost is dead. The user learns that at once, and not
  // when the connection times out.
  window.addEventListener('offline', reconnect);
  window.addEventListener('online', reconnect);
  for (const type of ACTIVITY_EVENTS)
    window.addEventListener(type, onUse, { capture: true, passive: true });
  window.addEventListener('pageshow', onShow);
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearInterval(timer);
    window.removeEventListener('offline', reconnect);
    window.removeEventListener('online', reconnect);
    for (const type of ACTIVITY_EVENTS) window.removeEventListener(type, onUse, { capture: true });
    window.removeEventListener('pageshow', onShow);
    window.removeEventListener('pagehide', flush);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
