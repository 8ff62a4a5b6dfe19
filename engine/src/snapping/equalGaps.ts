import { SortedLists } from './SortedLines.ts';

/**
 * A box projected onto one axis: `start` to `end` along it, `low` to `high` across it. Page space.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly low: number;
  readonly high: number;
}

/** Tolerance for equal coordinates, in page space: far below a pixel, far above rounding errors. */
export const EPSILON = 1e-6;

/** Returned instead of an entry when there is none. */
export const NONE = -1;

/** Width of a band, in average widths of the spans. A query then looks into one or two bands. */
const BAND_WIDTH_IN_SPANS = 2.5;

/** Upper limit on the number of bands, and lower limit on their width in page space. */
const MAX_BANDS = 4096;
const MIN_BAND_WIDTH = 0.1;

/**
 * Offsets of an entry's fields. They are adjacent, so that one memory access usually loads them
 * all.
 */
const START = 0;
const END = 1;
const LOW = 2;
const HIGH = 3;
/** Gap to the entry's next neighbour. NaN until {@link GapIndex.gapAfter} computes it. */
const GAP = 4;
const FIELD_COUNT = 5;

/**
 * Arguments of {@link GapIndex.next}. Callers reuse one object, because passing the numbers one by
 * one would allocate each of them.
 */
export class GapQuery {
  /** The end of the span whose neighbour is wanted. */
  end = NaN;
  low = NaN;
  high = NaN;
  /** A neighbour may start this much before `end`. */
  slack = NaN;
}

/**
 * Finds the next span along an axis among those that overlap the query across it. The space across
 * the axis is divided into bands, and each band lists its spans sorted by start. To find the
 * previous span, build an index of mirrored spans ({@link mirrorSpan}).
 */
export class GapIndex {
  private readonly spans: readonly Span[];
  /** Fields of all entries, band by band. A span has one entry in each band that it overlaps. */
  private readonly fields: Float64Array;
  private readonly spanIndexes: Int32Array;
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
    const extent = spans.length > 0 ? top - origin : 0;
    const preferredWidth = (BAND_WIDTH_IN_SPANS * covered) / Math.max(1, spans.length);
    const width = Math.max(MIN_BAND_WIDTH, preferredWidth, extent / MAX_BANDS);
    this.origin = spans.length > 0 ? origin : 0;
    this.bandsPerUnit = 1 / width;
    this.bands = Math.max(1, Math.ceil(extent / width) + 1);
    const ends = this.countEnds();
    const total = ends.at(-1) ?? 0;
    this.fields = new Float64Array(total * FIELD_COUNT);
    this.spanIndexes = new Int32Array(total);
    this.fill(ends);
    this.starts = new SortedLists(this.fields, FIELD_COUNT, ends);
  }

  /**
   * Returns the entry with the smallest start among those that overlap the query across the axis,
   * end after `query.end` and start at most `query.slack` before it, or -1. Ties are resolved by
   * end, then low, then high.
   */
  next(query: GapQuery): number {
    const { fields, starts } = this;
    const { end, low, high } = query;
    let found = NONE;
    const last = this.bandOf(high);
    for (let band = this.bandOf(low); band <= last; band++) {
      const bandEnd = starts.endOf(band);
      for (let entry = starts.lowerBound(band, end - query.slack); entry < bandEnd; entry++) {
        const offset = entry * FIELD_COUNT;
        if (found !== NONE && !this.sortsBefore(offset, found * FIELD_COUNT)) break;
        if ((fields[offset + END] ?? 0) <= end) continue;
        if ((fields[offset + LOW] ?? 0) >= high || (fields[offset + HIGH] ?? 0) <= low) continue;
        found = entry;
        break;
      }
    }
    return found;
  }

  /** Returns the next neighbour of another entry, or -1. */
  nextAfter(entry: number): number {
    const { query, fields } = this;
    const offset = entry * FIELD_COUNT;
    query.end = fields[offset + END] ?? 0;
    query.low = fields[offset + LOW] ?? 0;
    query.high = fields[offset + HIGH] ?? 0;
    query.slack = EPSILON;
    return this.next(query);
  }

  startOf(entry: number): number {
    return this.fields[entry * FIELD_COUNT + START] ?? 0;
  }

  /**
   * Returns the distance from an entry to its next neighbour, or 0 when there is none or they
   * overlap.
   */
  gapAfter(entry: number): number {
    const cached = this.fields[entry * FIELD_COUNT + GAP] ?? 0;
    return Number.isNaN(cached) ? this.measureGap(entry) : cached;
  }

  spanOf(entry: number): Span | undefined {
    return this.spans[this.spanIndexes[entry] ?? NONE];
  }

  private measureGap(entry: number): number {
    const next = this.nextAfter(entry);
    const end = this.fields[entry * FIELD_COUNT + END] ?? 0;
    const gap = next === NONE ? 0 : this.startOf(next) - end;
    return (this.fields[entry * FIELD_COUNT + GAP] = gap > EPSILON ? gap : 0);
  }

  /** Whether the entry with fields at `a` sorts before the one at `b`. */
  private sortsBefore(a: number, b: number): boolean {
    for (let field = START; field <= HIGH; field++) {
      const difference = (this.fields[a + field] ?? 0) - (this.fields[b + field] ?? 0);
      if (difference !== 0) return difference < 0;
    }
    return false;
  }

  private bandOf(coordinate: number): number {
    const band = Math.floor((coordinate - this.origin) * this.bandsPerUnit);
    return band > 0 ? Math.min(this.bands - 1, band) : 0;
  }

  /** Returns the index after the last entry of each band. */
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
    const nextFree = new Int32Array(this.bands);
    nextFree.set(ends.subarray(0, -1), 1);
    const sorted = this.spans.map((span, index) => ({ span, index }));
    for (const { span, index } of sorted.sort((a, b) => compareSpans(a.span, b.span)))
      for (let band = this.bandOf(span.low); band <= this.bandOf(span.high); band++) {
        const entry = nextFree[band] ?? 0;
        nextFree[band] = entry + 1;
        this.spanIndexes[entry] = index;
        const offset = entry * FIELD_COUNT;
        this.fields[offset + START] = span.start;
        this.fields[offset + END] = span.end;
        this.fields[offset + LOW] = span.low;
        this.fields[offset + HIGH] = span.high;
        this.fields[offset + GAP] = NaN;
      }
  }
}

function compareSpans(a: Span, b: Span): number {
  return a.start - b.start || a.end - b.end || a.low - b.low || a.high - b.high;
}
