import type { Clock } from '../Clock.ts';

/**
 * Something that can be killed at any moment, or stopped and let go on (SIGSTOP, SIGCONT): once it
 * is dead, nothing that it has begun goes on.
 */
export class SimProcess {
  isAlive = true;
  private stopped: Promise<void> | null = null;
  private letGo: (() => void) | null = null;
  private readonly held: (() => void)[] = [];

  get isStopped(): boolean {
    return this.stopped !== null;
  }

  kill(): void {
    this.isAlive = false;
    this.resume();
  }

  stop(): void {
    if (this.stopped || !this.isAlive) return;
    this.stopped = new Promise((resolve) => {
      this.letGo = resolve;
    });
  }

  resume(): void {
    this.stopped = null;
    this.letGo?.();
    this.letGo = null;
    for (const run of this.held.splice(0)) if (this.isAlive) run();
  }

  /** Goes on when the process runs; never when it is dead. */
  async running(): Promise<void> {
    while (this.stopped) await this.stopped;
    if (!this.isAlive) await new Promise<never>(() => undefined);
  }

  /** The process's own view of a clock: its timers wait while it is stopped and die with it. */
  clock(clock: Clock): Clock {
    return {
      now: clock.now,
      after: (delayMs, run) =>
        clock.after(delayMs, () => {
          if (!this.isAlive) return;
          if (this.stopped) this.held.push(run);
          else run();
        }),
    };
  }
}
