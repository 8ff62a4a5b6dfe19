/** So much at once, so much a second from then on. */
export class TokenBucket {
  private left: number;
  private atMs: number;
  private readonly burst: number;
  private readonly perSecond: number;

  constructor(burst: number, perSecond: number, nowMs: number) {
    this.burst = burst;
    this.perSecond = perSecond;
    this.left = burst;
    this.atMs = nowMs;
  }

  /** Takes so many; false, and nothing is taken, when there are not enough. */
  take(count: number, nowMs: number): boolean {
    const gained = (Math.max(0, nowMs - this.atMs) / 1000) * this.perSecond;
    this.left = Math.min(this.burst, this.left + gained);
    this.atMs = nowMs;
    if (this.left < count) return false;
    this.left -= count;
    return true;
  }

  /** How long until there are so many, ms. */
  waitMs(count: number): number {
    return Math.ceil(
      (Math.max(0, Math.min(count, this.burst) - this.left) / this.perSecond) * 1000,
    );
  }
}
