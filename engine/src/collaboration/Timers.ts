import type { Clock } from './Clock.ts';

/** Timers by name. */
export class Timers {
  private readonly running = new Map<string, () => void>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Calls `run` once after a delay, unless a timer of this name is running. */
  once(name: string, delayMs: number, run: () => void): void {
    if (this.running.has(name)) return;
    const stop = this.clock.after(delayMs, () => {
      this.running.delete(name);
      run();
    });
    this.running.set(name, stop);
  }

  /** Like {@link once}, but replaces a running timer of this name. */
  restart(name: string, delayMs: number, run: () => void): void {
    this.stop(name);
    this.once(name, delayMs, run);
  }

  /** Calls `run` repeatedly. */
  every(name: string, delayMs: number, run: () => void): void {
    this.once(name, delayMs, () => {
      this.every(name, delayMs, run);
      run();
    });
  }

  stop(name: string): void {
    this.running.get(name)?.();
    this.running.delete(name);
  }

  stopAll(): void {
    for (const stop of this.running.values()) stop();
    this.running.clear();
  }
}
