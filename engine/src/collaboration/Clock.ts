/** Time and timers, provided by the host. Timers must also run in hidden tabs: no animation frames. */
export interface Clock {
  /** Milliseconds since the Unix epoch: times are stored and read again in later sessions. */
  readonly now: () => number;
  /** Calls `run` once after a delay. Returns a function that cancels it. */
  readonly after: (delayMs: number, run: () => void) => () => void;
}
