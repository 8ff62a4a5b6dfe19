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
