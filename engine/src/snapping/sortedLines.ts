/** So many steps for each key: most steps then hold none or one, and little is left to bisect. */
const STEPS_PER_KEY = 2;

/**
 * Finds places in sorted lists of numbers, which stand one list after the other in flat memory. A
 * table of equal steps over all keys tells where each list's keys of a step begin, so that a question
 * is two or three looks into memory; where many keys crowd in one step, it is bisected.
 */
export class SortedLists {
  private readonly keys: Float64Array;
  private readonly stride: number;
  /** For each list and step the place of its first key; what follows it is where that step ends. */
  private readonly firsts: Int32Array;
  private readonly origin: number;
  private readonly stepsPerUnit: number;
  /** Of each list: the even ones, one below all keys and one for the highest key. */
  private readonly steps: number;

  /**
   * @param keys rising within each list, one at every `stride`-th place, so that what belongs to a
   *   key can stand beside it
   * @param ends where each list ends, counted in keys
   */
  constructor(keys: Float64Array, stride: number, ends: Int32Array) {
    this.keys = keys;
    this.stride = stride;
    const count = ends.at(-1) ?? 0;
    let least = Infinity;
    let most = -Infinity;
    for (let place = 0; place < count; place++) {
      least = Math.min(least, this.keyAt(place));
      most = Math.max(most, this.keyAt(place));
    }
    const steps = Math.ceil((STEPS_PER_KEY * count) / Math.max(1, ends.length));
    const perUnit = steps / (most - least);
    this.origin = count > 0 ? least : 0;
    // All in one place, or too close together to be told apart by steps.
    this.stepsPerUnit = Number.isFinite(perUnit) ? perUnit : 0;
    this.steps = steps + 2;
    this.firsts = new Int32Array(ends.length * this.steps + 1);
    this.fillFirsts(ends);
  }

  /** The place of the first key of a list that is not below a limit; the list's end when all are. */
  lowerBound(list: number, limit: number): number {
    const cell = list * this.steps + this.stepOf(limit);
    let low = this.firsts[cell] ?? 0;
    let high = this.firsts[cell + 1] ?? 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.keys[middle * this.stride] ?? 0) < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Where a list ends. */
  endOf(list: number): number {
    return this.firsts[(list + 1) * this.steps] ?? 0;
  }

  private fillFirsts(ends: Int32Array): void {
    let place = 0;
    ends.forEach((end, list) => {
      const cells = list * this.steps;
      let step = 0;
      for (; place < end; place++)
        for (const last = this.stepOf(this.keyAt(place)); step <= last; step++)
          this.firsts[cells + step] = place;
      this.firsts.fill(end, cells + step, cells + this.steps + 1);
    });
  }

  private keyAt(place: number): number {
    return this.keys[place * this.stride] ?? 0;
  }

  /** Steps rise with keys, so that all keys of lower steps are below. */
  private stepOf(key: number): number {
    const step = (key - this.origin) * this.stepsPerUnit;
    return step >= 0 ? Math.min(this.steps - 2, Math.floor(step)) + 1 : 0;
  }
}

/** A line that can be snapped to: where it stands on its axis, and how far it reaches across. */
export interface SnapLine {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Lines of one axis, sorted by place in flat memory; lines in one place are one, which reaches as far
 * as all of them.
 */
export class SortedLines {
  /** Where the lines stand, rising; the three arrays run in parallel. */
  readonly at: Float64Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  private readonly places: SortedLists;

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
    this.places = new SortedLists(this.at, 1, Int32Array.of(count));
  }

  /** The first line that does not stand before a place; the number of lines when all do. */
  lowerBound(place: number): number {
    return this.places.lowerBound(0, place);
  }

  /**
   * How far the nearest line lies from each of several places, signed; Infinity when there is none.
   *
   * @param distances is filled with the answers, and returned: whoever asks often hands over the same
   *   again, as numbers that are returned one by one would be allocated one by one
   */
  nearest(places: Float64Array, distances: Float64Array): Float64Array {
    const { at } = this;
    for (let which = 0; which < places.length; which++) {
      const place = places[which] ?? 0;
      const index = this.places.lowerBound(0, place);
      // Asking typed memory for what lies beyond its ends is slow.
      const above = index < at.length ? (at[index] ?? 0) - place : Infinity;
      const below = index > 0 ? place - (at[index - 1] ?? 0) : Infinity;
      distances[which] = above < below ? above : -below;
    }
    return distances;
  }
}
