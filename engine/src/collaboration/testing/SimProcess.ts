import type { Clock } from '../Clock.ts';

/** A process that can be killed, or stopped and resumed (SIGSTOP, SIGCONT), at any await. */
export class SimProcess {
  isAlive = true;
  private stopped: Promise<void> | null = null;
  private continueRunning: (() => void) | null = null;
  private readonly deferred: (() => void)[] = [];

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
      this.continueRunning = resolve;
    });
  }

  resume(): void {
    this.stopped = null;
    this.continueRunning?.();
    this.continueRunning = null;
    for (const run of this.deferred.splice(0)) if (this.isAlive) run();
  }

  /** Resolves when the process runs; never if it is dead. */
  async running(): Promise<void> {
    while (this.stopped) await this.stopped;
    if (!this.isAlive) await new Promise<never>(() => undefined);
  }

  /** A clock whose timers wait while the process is stopped, and end with it. */
  clock(clock: Clock): Clock {
    return {
      now: clock.now,
      after: (delayMs, run) =>
        clock.after(delayMs, () => {
          if (!this.isAlive) return;
          if (this.stopped) this.deferred.push(run);
          else run();
        }),
    };
  }
}
