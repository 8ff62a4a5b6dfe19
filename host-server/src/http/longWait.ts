import type { ServerResponse } from 'node:http';

/** How a request gives up its place among those that are in progress, and gets one again. */
export interface LongWaitTurns {
  /** Called before the wait: the request no longer counts as one that is in progress. */
  readonly leave: () => void;
  /** Called after the wait with what continues the request when it is its turn. */
  readonly proceed: (begin: () => void) => void;
}

const turns = new WeakMap<ServerResponse, LongWaitTurns>();
/** What waits for a promise. Unlike reactions of the promise, these can be removed. */
const waiting = new WeakMap<Promise<unknown>, Set<() => void>>();

/** Sets what happens before and after {@link waitLong} is used for a request. */
export function onLongWait(response: ServerResponse, ofRequest: LongWaitTurns): void {
  turns.set(response, ofRequest);
}

/**
 * Waits for something that may take seconds, such as the painter. Meanwhile the request does not
 * count as one that is in progress, and others of its address may begin. Afterwards it takes a turn
 * like a new request, because many may have waited for the same [LM22]. Nothing is kept of requests
 * whose clients leave [LM19].
 *
 * @param response of the request.
 * @param awaited whether it is fulfilled or rejected makes no difference.
 * @param maxMs how long to wait for it, ms; the turn comes after that.
 * @returns false, at once, when the client has left. Never rejects.
 */
export function waitLong(
  response: ServerResponse,
  awaited: Promise<unknown>,
  maxMs: number,
): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  const ofRequest = turns.get(response);
  ofRequest?.leave();
  const waiters = waitersOf(awaited);
  return new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      waiters.delete(proceed);
    };
    const leave = (): void => {
      stop();
      resolve(false);
    };
    const begin = (): void => {
      response.off('close', leave);
      resolve(true);
    };
    const proceed = (): void => {
      stop();
      if (ofRequest) ofRequest.proceed(begin);
      else begin();
    };
    const timer = setTimeout(proceed, maxMs);
    waiters.add(proceed);
    response.once('close', leave);
  });
}

function waitersOf(awaited: Promise<unknown>): Set<() => void> {
  const known = waiting.get(awaited);
  if (known) return known;
  const waiters = new Set<() => void>();
  const end = (): void => {
    waiting.delete(awaited);
    for (const proceed of waiters) proceed();
  };
  waiting.set(awaited, waiters);
  awaited.then(end, end);
  return waiters;
}
