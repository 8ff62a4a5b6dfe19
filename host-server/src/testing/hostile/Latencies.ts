/** Durations in ms, with their percentiles. */
export class Latencies {
  private readonly values: number[];

  constructor(values: readonly number[] = []) {
    this.values = [...values];
  }

  add(ms: number): void {
    this.values.push(ms);
  }

  get count(): number {
    return this.values.length;
  }

  /** The value that a share of them, such as 0.99, does not exceed; 0 if there are none. */
  percentile(share: number): number {
    const sorted = this.values.toSorted((a, b) => a - b);
    return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  }

  /** Removes and returns all of them. */
  take(): readonly number[] {
    return this.values.splice(0);
  }

  addAll(others: Latencies): void {
    for (const value of others.values) this.add(value);
  }
}
