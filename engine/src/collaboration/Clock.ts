/**
 * Time as rooms and their clients know it, handed in by the host. A host gives timers that run in a
 * hidden tab too (never animation frames).
 */
export interface Clock {
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  /** Runs something once, later; returns the way to call it off. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}
