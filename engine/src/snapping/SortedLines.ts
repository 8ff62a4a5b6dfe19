/** Buckets per key. With two, most buckets have at most one key and need no bisection. */
const BUCKETS_PER_KEY = 2;

/**
 * Finds lower bounds in sorted lists of numbers, which are concatenated in a flat array. A table of
 * equal buckets maps a number to the first key of its bucket, so a query takes two or three memory
 * accesses. Within a dense bucket it bisects.
 */
export class SortedLists {
  private readonly keys: Float64Array;
  private readonly stride: number;
  /** Index of the first key for each list and bucket. A bucket ends where the next one begins. */
  private readonly bucketStarts: Int32Array;
  private readonly origin: number;
  private readonly bucketsPerUnit: number;
  /** Buckets per list: the equal ones, one below all keys and one for the highest key. */
  private readonly buckets: number;

  /**
   * @param keys sorted ascending within each list, one at every `stride`-th element; the elements
   * between them may store other fields of the entry
   * @param ends the end of each list, counted in keys
   */
  constructor(keys: Float64Array, stride: number, ends: Int32Array) {
    this.keys = keys;
    this.stride = stride;
    const count = ends.at(-1) ?? 0;
    let min = Infinity;
    let max = -Infinity;
    for (let index = 0; index < count; index++) {
      min = Math.min(min, this.keyAt(index));
      max = Math.max(max, this.keyAt(index));
    }
    const buckets = Math.ceil((BUCKETS_PER_KEY * count) / Math.max(1, ends.length));
    const perUnit = buckets / (max - min);
    this.origin = count > 0 ? min : 0;
    // All keys are equal, or too close together to be divided into buckets.
    this.bucketsPerUnit = Number.isFinite(perUnit) ? perUnit : 0;
    this.buckets = buckets + 2;
    this.bucketStarts = new Int32Array(ends.length * this.buckets + 1);
    this.fillBucketStarts(ends);
  }

  /**
   * Returns the index of the first key of a list that is at least `limit`, or the end of the list.
   */
  lowerBound(list: number, limit: number): number {
    const cell = list * this.buckets + this.bucketOf(limit);
    let low = this.bucketStarts[cell] ?? 0;
    let high = this.bucketStarts[cell + 1] ?? 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.keys[middle * this.stride] ?? 0) < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the index after the last key of a list. */
  endOf(list: number): number {
    return this.bucketStarts[(list + 1) * this.buckets] ?? 0;
  }

  private fillBucketStarts(ends: Int32Array): void {
    let index = 0;
    ends.forEach((end, list) => {
      const cells = list * this.buckets;
      let bucket = 0;
      for (; index < end; index++)
        for (const last = this.bucketOf(this.keyAt(index)); bucket <= last; bucket++)
          this.bucketStarts[cells + bucket] = index;
      this.bucketStarts.fill(end, cells + bucket, cells + this.buckets + 1);
    });
  }

  private keyAt(index: number): number {
    return this.keys[index * this.stride] ?? 0;
  }

  /** Monotonic: all keys of lower buckets are smaller. */
  private bucketOf(key: number): number {
    const bucket = (key - this.origin) * this.bucketsPerUnit;
    return bucket >= 0 ? Math.min(this.buckets - 2, Math.floor(bucket)) + 1 : 0;
  }
}

/** A line to snap to: its position on the axis, and its extent across it. */
export interface SnapLine {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The snap lines of one axis, sorted by position in flat arrays. Lines at the same position are
 * merged and cover the extents of all of them.
 */
export class SortedLines {
  /** Positions of the lines, ascending. `from` and `to` have the same indices. */
  readonly at: Float64Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  private readonly positions: SortedLists;

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
    this.positions = new SortedLists(this.at, 1, Int32Array.of(count));
  }

  /** Returns the index of the first line at or after a position, or the number of lines. */
  lowerBound(position: number): number {
    return this.positions.lowerBound(0, position);
  }

  /**
   * Writes the signed distance from each position to its nearest line to `distances`; it is
   * infinite when there are no lines. Returns `distances`.
   *
   * @param distances reused by callers, because returning the numbers one by one would allocate
   * each of them
   */
  nearest(positions: Float64Array, distances: Float64Array): Float64Array {
    const { at } = this;
    for (let which = 0; which < positions.length; which++) {
      const position = positions[which] ?? 0;
      const index = this.positions.lowerBound(0, position);
      // Reading a typed array out of bounds is slow.
      const above = index < at.length ? (at[index] ?? 0) - position : Infinity;
      const below = index > 0 ? position - (at[index - 1] ?? 0) : Infinity;
      distances[which] = above < below ? above : -below;
    }
    return distances;
  }
}
