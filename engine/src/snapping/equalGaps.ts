import { SortedLists } from './sortedLines.ts';

/** A box seen along one axis: `start` to `end` on it, `low` to `high` across it. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly low: number;
  readonly high: number;
}

/** Two places closer than this are one: far below a pixel, far above rounding. */
export const SAME = 1e-6;

/** An entry that is not there. */
export const NONE = -1;

/** Bands are so many times as wide as spans are on average: wide enough to look into one or two. */
const SPANS_WIDE = 2.5;

/** There are no more bands than this, and none is narrower than that, in page space. */
const MOST_BANDS = 4096;
const LEAST_BAND = 0.1;

/** What an entry tells, side by side, so that one look into memory mostly brings all of it. */
const START = 0;
const END = 1;
const LOW = 2;
const HIGH = 3;
/** The gap to the entry's own next one; NaN until somebody asks. */
const GAP = 4;
const FACTS = 5;

/**
 * What is asked of {@link GapIndex.next}. Whoever asks often fills the same one again: numbers that
 * are handed over one by one would be allocated one by one.
 */
export class GapQuery {
  /** Where what asks ends. */
  end = NaN;
  low = NaN;
  high = NaN;
  /** What starts so little before the end is next, too. */
  slack = NaN;
}

/**
 * Finds who comes next on an axis, among those beside (they overlap across the axis). The room across
 * is cut into bands, each with its spans by their starts. For who came before, ask an index of the
 * mirrored spans.
 */
export class GapIndex {
  private readonly spans: readonly Span[];
  /** Entries, band after band; a span has one in each of its bands. */
  private readonly facts: Float64Array;
  private readonly numbers: Int32Array;
  private readonly starts: SortedLists;
  private readonly origin: number;
  private readonly bandsPerUnit: number;
  private readonly bands: number;
  private readonly query = new GapQuery();

  constructor(spans: readonly Span[]) {
    this.spans = spans;
    let origin = Infinity;
    let top = -Infinity;
    let covered = 0;
    for (const { low, high } of spans) {
      origin = Math.min(origin, low);
      top = Math.max(top, high);
      covered += high - low;
    }
    const room = spans.length > 0 ? top - origin : 0;
    const usual = (SPANS_WIDE * covered) / Math.max(1, spans.length);
    const width = Math.max(LEAST_BAND, usual, room / MOST_BANDS);
    this.origin = spans.length > 0 ? origin : 0;
    this.bandsPerUnit = 1 / width;
    this.bands = Math.max(1, Math.ceil(room / width) + 1);
    const ends = this.countEnds();
    const total = ends.at(-1) ?? 0;
    this.facts = new Float64Array(total * FACTS);
    this.numbers = new Int32Array(total);
    this.fill(ends);
    this.starts = new SortedLists(this.facts, FACTS, ends);
  }

  /**
   * The entry of the span beside that starts first after an end; -1 for none. Of several that start
   * alike the shortest, then the one whose low and high are least.
   */
  next(query: GapQuery): number {
    const { facts, starts } = this;
    const { end, low, high } = query;
    let found = NONE;
    const last = this.bandOf(high);
    for (let band = this.bandOf(low); band <= last; band++) {
      const past = starts.endOf(band);
      for (let entry = starts.lowerBound(band, end - query.slack); entry < past; entry++) {
        const fact = entry * FACTS;
        if (found !== NONE && !this.isLess(fact, found * FACTS)) break;
        if ((facts[fact + END] ?? 0) <= end) continue;
        if ((facts[fact + LOW] ?? 0) >= high || (facts[fact + HIGH] ?? 0) <= low) continue;
        found = entry;
        break;
      }
    }
    return found;
  }

  /** The entry that comes next after another; -1 for none. */
  nextOf(entry: number): number {
    const { query, facts } = this;
    const fact = entry * FACTS;
    query.end = facts[fact + END] ?? 0;
    query.low = facts[fact + LOW] ?? 0;
    query.high = facts[fact + HIGH] ?? 0;
    query.slack = SAME;
    return this.next(query);
  }

  /** Where an entry starts. */
  startOf(entry: number): number {
    return this.facts[entry * FACTS + START] ?? 0;
  }

  /** How far after an entry its own next one starts; 0 where there is none, or no gap. */
  gapAfter(entry: number): number {
    const known = this.facts[entry * FACTS + GAP] ?? 0;
    return Number.isNaN(known) ? this.measureGap(entry) : known;
  }

  /** The span of an entry. */
  spanOf(entry: number): Span | undefined {
    return this.spans[this.numbers[entry] ?? NONE];
  }

  private measureGap(entry: number): number {
    const next = this.nextOf(entry);
    const end = this.facts[entry * FACTS + END] ?? 0;
    const gap = next === NONE ? 0 : this.startOf(next) - end;
    return (this.facts[entry * FACTS + GAP] = gap > SAME ? gap : 0);
  }

  /** Whether the facts of one entry come before those of another in the order of the bands. */
  private isLess(one: number, other: number): boolean {
    for (let fact = START; fact <= HIGH; fact++) {
      const difference = (this.facts[one + fact] ?? 0) - (this.facts[other + fact] ?? 0);
      if (difference !== 0) return difference < 0;
    }
    return false;
  }

  private bandOf(across: number): number {
    const band = Math.floor((across - this.origin) * this.bandsPerUnit);
    return band > 0 ? Math.min(this.bands - 1, band) : 0;
  }

  /** Where each band's entries end. */
  private countEnds(): Int32Array {
    const ends = new Int32Array(this.bands);
    for (const { low, high } of this.spans)
      for (let band = this.bandOf(low); band <= this.bandOf(high); band++)
        ends[band] = (ends[band] ?? 0) + 1;
    for (let band = 1; band < this.bands; band++)
      ends[band] = (ends[band] ?? 0) + (ends[band - 1] ?? 0);
    return ends;
  }

  private fill(ends: Int32Array): void {
    const free = new Int32Array(this.bands);
    free.set(ends.subarray(0, -1), 1);
    const numbered = this.spans.map((span, number) => ({ span, number }));
    for (const { span, number } of numbered.sort((a, b) => compareSpans(a.span, b.span)))
      for (let band = this.bandOf(span.low); band <= this.bandOf(span.high); band++) {
        const entry = free[band] ?? 0;
        free[band] = entry + 1;
        this.numbers[entry] = number;
        const fact = entry * FACTS;
        this.facts[fact + START] = span.start;
        this.facts[fact + END] = span.end;
        this.facts[fact + LOW] = span.low;
        this.facts[fact + HIGH] = span.high;
        this.facts[fact + GAP] = NaN;
      }
  }
}

function compareSpans(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end || a.low - b.low || a.high - b.high;
}
