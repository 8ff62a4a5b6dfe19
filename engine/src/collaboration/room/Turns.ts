import type { Clock } from '../Clock.ts';
import type { Work } from '../Work.ts';

/** The number of blocks and values that a room works on in one turn of the event loop [R46]. */
export const BLOCKS_PER_TURN = 500;

/** The time after which a turn ends earlier, since some blocks are larger than others; ms. */
const MAX_TURN_MS = 10;

/** More time than any turn takes, even with the largest block. */
const MAX_STEP_MS = 200;

/**
 * Divides work into turns of the event loop, so that no op keeps the process from other work. A
 * turn is over after the block or value that reaches its limits.
 */
export class Turns {
  private blocks = 0;
  private startMs: number;
  private readonly clock: Clock;
  private readonly blocksPerTurn: number;

  constructor(clock: Clock, blocksPerTurn: number) {
    this.clock = clock;
    this.blocksPerTurn = blocksPerTurn;
    this.startMs = clock.now();
  }

  /** Runs work until it is done, and returns its result; null if the turn is over first. */
  run<Value extends object>(work: Work<Value>): Value | null {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      this.blocks += 1;
      if (this.isOver) return null;
    }
  }

  /** Runs work until it is done, in as many turns as it takes. */
  async finish<Value extends object>(work: Work<Value>): Promise<Value> {
    for (;;) {
      const result = this.run(work);
      if (result) return result;
      await this.next();
    }
  }

  /** Waits for the next turn. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.clock.after(0, resolve);
    });
    this.blocks = 0;
    this.startMs = this.clock.now();
  }

  /** Whether the turn has no time for more work. */
  get isOver(): boolean {
    return this.blocks >= this.blocksPerTurn || this.elapsedMs >= MAX_TURN_MS;
  }

  /** The time worked in this turn, at most 200 ms: beyond that, the process was suspended. */
  get workedMs(): number {
    return Math.min(this.elapsedMs, MAX_STEP_MS);
  }

  private get elapsedMs(): number {
    return this.clock.now() - this.startMs;
  }
}

/** Ends work that has paused. Its `finally` blocks run. */
export function giveUp(work: Work<unknown>): void {
  work.return(undefined);
}
