/** Limits how many bytes each key sends: some at once, and then so many a second. */
export class ByteBudgets {
  private readonly burst: number;
  private readonly perSecond: number;
  /**
   * What each key may send now: less than nothing if it has sent too much, which has cost something
   * all the same. Those that may send everything are not stored.
   */
  private readonly left = new Map<string, { bytes: number; at: number }>();

  constructor(burst: number, perSecond: number) {
    this.burst = burst;
    this.perSecond = perSecond;
  }

  /** Counts bytes, also if there are too many. Returns false then. */
  take(key: string, bytes: number, now: number): boolean {
    const left = this.leftOf(key, now) - bytes;
    this.left.delete(key);
    this.left.set(key, { bytes: left, at: now });
    this.dropFull(now);
    return left >= 0;
  }

  /** How many bytes a key may send now. Negative if it has sent too many. */
  leftOf(key: string, now: number): number {
    const before = this.left.get(key);
    if (before === undefined) return this.burst;
    const gained = (Math.max(0, now - before.at) / 1000) * this.perSecond;
    return Math.min(this.burst, before.bytes + gained);
  }

  /** Drops the keys that have sent nothing for the longest, if they may send everything again. */
  private dropFull(now: number): void {
    for (const key of this.left.keys()) {
      if (this.leftOf(key, now) < this.burst) return;
      this.left.delete(key);
    }
  }
}
