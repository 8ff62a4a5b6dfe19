/** A room's part of a {@link SharedMemory}. */
export interface MemoryShare {
  /** Notes how much the room keeps now. If all rooms keep too much, those that keep most keep less. */
  set: (memory: number) => void;
  /** The room keeps nothing any more. */
  leave: () => void;
}

interface Sharer {
  memory: number;
  readonly keepLess: () => number;
}

/**
 * How much the rooms of a process keep in memory of what they could read again. If it is too much,
 * the room that keeps most keeps less, until it is not.
 */
export class SharedMemory {
  private readonly max: number;
  private readonly sharers = new Set<Sharer>();
  private total = 0;

  constructor(max: number) {
    this.max = max;
  }

  /** How much all rooms keep. */
  get kept(): number {
    return this.total;
  }

  /**
   * Adds a room, which keeps nothing yet.
   *
   * @param keepLess drops at least half of what the room keeps, and returns what is left
   */
  share(keepLess: () => number): MemoryShare {
    const sharer: Sharer = { memory: 0, keepLess };
    return {
      set: (memory) => {
        this.sharers.add(sharer);
        this.resize(sharer, memory);
        this.shrink();
      },
      leave: () => {
        this.resize(sharer, 0);
        this.sharers.delete(sharer);
      },
    };
  }

  private resize(sharer: Sharer, memory: number): void {
    this.total += memory - sharer.memory;
    sharer.memory = memory;
  }

  private shrink(): void {
    while (this.total > this.max) {
      let most: Sharer | null = null;
      for (const each of this.sharers) if (!most || each.memory > most.memory) most = each;
      if (!most || most.memory === 0) return;
      // Less in any case, or this would not end.
      this.resize(most, Math.min(most.keepLess(), Math.floor(most.memory / 2)));
    }
  }
}
