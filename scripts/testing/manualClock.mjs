/** A clock for tests, as rooms and their clients use it, whose time changes only by `advance`. */
export class ManualClock {
  /** @type {number} */
  #nowMs = 1_000_000;
  /** @type {{ atMs: number, run: () => void }[]} */
  #timers = [];

  now = () => this.#nowMs;

  /**
   * Runs something later. Returns a function that cancels it.
   *
   * @param {number} delayMs
   * @param {() => void} run
   */
  after = (delayMs, run) => {
    const timer = { atMs: this.#nowMs + delayMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  /**
   * Advances the time and runs the due timers in order.
   *
   * @param {number} ms
   */
  advance(ms) {
    const endMs = this.#nowMs + ms;
    for (;;) {
      let next;
      for (const timer of this.#timers)
        if (timer.atMs <= endMs && (!next || timer.atMs < next.atMs)) next = timer;
      if (!next) break;
      const due = next;
      this.#timers = this.#timers.filter((each) => each !== due);
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.run();
    }
    this.#nowMs = endMs;
  }

  /** The time in ms until the next timer; null if there is none. */
  get untilNextMs() {
    if (this.#timers.length === 0) return null;
    return Math.max(0, Math.min(...this.#timers.map(({ atMs }) => atMs)) - this.#nowMs);
  }
}
