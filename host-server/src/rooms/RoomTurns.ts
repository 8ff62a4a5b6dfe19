/** How long work goes on in one turn, ms. */
const TURN_MS = 10;

/**
 * Lets the rooms of a server take turns: in each turn of the event loop, only one of them goes on
 * with work that it has divided. Otherwise, the parts of many rooms would add up, and everything else
 * would wait for all of them.
 */
export class RoomTurns {
  private readonly waiting = new Set<() => void>();
  private isScheduled = false;

  /** Calls a function when it is its turn. Returns a function that cancels it. */
  next(run: () => void): () => void {
    // Not the function itself, which may wait twice.
    const turn = (): void => {
      run();
    };
    this.waiting.add(turn);
    this.schedule();
    return () => {
      this.waiting.delete(turn);
    };
  }

  /** Does work that pauses, in as many turns as it takes. The first one is not the current one. */
  async run<Value>(work: Generator<undefined, Value, undefined>): Promise<Value> {
    for (;;) {
      await new Promise<void>((resolve) => {
        this.next(resolve);
      });
      const startMs = performance.now();
      do {
        const step = work.next();
        if (step.done === true) return step.value;
      } while (performance.now() - startMs < TURN_MS);
    }
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.size === 0) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      for (const turn of this.waiting) {
        this.waiting.delete(turn);
        // What it throws must not keep the others from their turns.
        this.schedule();
        turn();
        return;
      }
    });
  }
}

/** The turns of all rooms of this process. */
export const ROOM_TURNS = new RoomTurns();
