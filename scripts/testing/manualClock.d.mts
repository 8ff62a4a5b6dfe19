/** A clock for tests, as rooms and their clients use it, whose time changes only by `advance`. */
export class ManualClock {
  readonly now: () => number;
  readonly after: (delayMs: number, run: () => void) => () => void;
  /** Advances the time and runs the due timers in order. */
  advance(ms: number): void;
  /** The time in ms until the next timer; null if there is none. */
  get untilNextMs(): number | null;
}
