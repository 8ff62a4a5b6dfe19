import type { Clock } from './Clock.ts';

/** Timers by name: setting one that is set does nothing, and all can be stopped at once. */
export class Timers {
  private readonly set = new Map<string, () => void>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Runs something once, later, unless a timer of that name waits already. */
  once(name: string, delayMs: number, run: () => void): void {
    if (this.set.has(name)) return;
    const stop = this.clock.after(delayMs, () => {
      this.set.delete(name);
      run();
    });
    this.set.set(name, stop);
  }

  /** Runs something again and again. */
  every(name: string, delayMs: number, run: () => void): void {
    this.once(name, delayMs, () => {
      this.every(name, delayMs, run);
      run();
    });
  }

  stop(name: string): void {
    this.set.get(name)?.();
    this.set.delete(name);
  }

  stopAll(): void {
    for (const stop of this.set.values()) stop();
    this.set.clear();
  }
}
