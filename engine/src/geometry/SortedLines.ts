/** A line that can be snapped to: where it stands on its axis, and how far it reaches across. */
export interface SnapLine {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Lines of one axis, sorted by place in flat memory; lines in one place are one, which reaches as far
 * as all of them. A place is found through a table of equal steps over the axis, with a bisection
 * among the few lines of a step.
 */
export class SortedLines {
  /** Where the lines stand, rising; the three arrays run in parallel. */
  readonly at: Float64Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** The first line of each step. */
  private readonly firsts: Int32Array;
  private readonly origin: number;
  private readonly stepsPerUnit: number;

  constructor(lines: readonly SnapLine[]) {
    const sorted = lines.toSorted((a, b) => a.at - b.at);
    const at = new Float64Array(sorted.length);
    const from = new Float64Array(sorted.length);
    const to = new Float64Array(sorted.length);
    let count = 0;
    for (const line of sorted) {
      if (count > 0 && at[count - 1] === line.at) {
        from[count - 1] = Math.min(from[count - 1] ?? line.from, line.from);
        to[count - 1] = Math.max(to[count - 1] ?? line.to, line.to);
        continue;
      }
      at[count] = line.at;
      from[count] = line.from;
      to[count] = line.to;
      count += 1;
    }
    this.at = at.slice(0, count);
    this.from = from.slice(0, count);
    this.to = to.slice(0, count);
    this.origin = this.at[0] ?? 0;
    const length = (this.at[count - 1] ?? 0) - this.origin;
    this.stepsPerUnit = length > 0 ? count / length : 0;
    this.firsts = new Int32Array(count + 3).fill(count);
    for (let index = count - 1; index >= 0; index--)
      this.firsts[this.stepOf(this.at[index] ?? 0)] = index;
    for (let step = count + 1; step >= 0; step--)
      this.firsts[step] = Math.min(this.firsts[step] ?? count, this.firsts[step + 1] ?? count);
  }

  /** The first line that does not stand before a place; the number of lines when all do. */
  lowerBound(place: number): number {
    const step = this.stepOf(place);
    let low = this.firsts[step] ?? 0;
    let high = this.firsts[step + 1] ?? 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.at[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Steps rise with places, so that all lines of lower steps stand before. */
  private stepOf(place: number): number {
    const step = (place - this.origin) * this.stepsPerUnit;
    return step >= 0 ? Math.min(this.at.length, Math.floor(step)) + 1 : 0;
  }
}
