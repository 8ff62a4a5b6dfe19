import { SortedLists } from './SortedLists.ts';

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
