/** Limits how many bytes each key sends: some at once, and then so many a second. */
export class ByteBudgets {
  private readonly burst: number;
  private readonly perSecond: number;
  /** What each key may send now. Those that may send everything are not stored. */
  private readonly left = new Map<string, { bytes: number; at: number }>();

  constructor(burst: number, perSecond: number) {
    this.burst = burst;
    this.perSecond = perSecond;
  }

  /** Counts bytes. Returns false if there are too many. */
  take(key: string, bytes: number, now: number): boolean {
    const before = this.left.get(key) ?? { bytes: this.burst, at: now };
    const gained = (Math.max(0, now - before.at) / 1000) * this.perSecond;
    const left = Math.min(this.burst, before.bytes + gained) - bytes;
    this.left.delete(key);
    this.left.set(key, { bytes: Math.max(0, left), at: now });
    this.dropFull(now);
    return left >= 0;
  }

  /** Drops the keys that have sent nothing for the longest, if they may send everything again. */
  private dropFull(now: number): void {
    const fullAfterMs = (this.burst / this.perSecond) * 1000;
    for (const [key, { at }] of this.left) {
      if (now - at < fullAfterMs) return;
      this.left.delete(key);
    }
  }
}
