/** A box seen along one axis: `start` to `end` on it, `low` to `high` across it. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly low: number;
  readonly high: number;
}

/** Two places closer than this are one: far below a pixel, far above rounding. */
export const SAME = 1e-6;

/** Bands are so many times as wide as spans are on average: wide enough to look into one or two. */
const SPANS_WIDE = 2.5;

/** There are no more bands than this, and none is narrower than that, in page space. */
const MOST_BANDS = 4096;
const LEAST_BAND = 0.1;

const UNKNOWN = -2;
const NONE = -1;

/** What a list knows of a span, side by side: its key, its other end, low and high. */
const FACTS = 4;

interface SpanList {
  readonly spans: Int32Array;
  readonly facts: Float64Array;
}

/**
 * Finds who stands next to a span on its axis, among those beside it (they overlap across the axis).
 * The room across is cut into bands, each with its spans in order, in flat memory.
 */
export class GapIndex {
  /** The spans' numbers, by which all else speaks of them; the four arrays run in parallel. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  private readonly origin: number;
  private readonly bandsPerUnit: number;
  private readonly bands: number;
  /** Where each band begins in the lists below. */
  private readonly offsets: Int32Array;
  /** In each band its spans by their ends, and by their starts. */
  private readonly byEnd: SpanList;
  private readonly byStart: SpanList;
  /** Neighbours of the spans themselves, once somebody has asked for them. */
  private readonly before: Int32Array;
  private readonly after: Int32Array;

  constructor(spans: readonly Span[]) {
    this.start = Float64Array.from(spans, (span) => span.start);
    this.end = Float64Array.from(spans, (span) => span.end);
    this.low = Float64Array.from(spans, (span) => span.low);
    this.high = Float64Array.from(spans, (span) => span.high);
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
    this.offsets = new Int32Array(this.bands + 1);
    for (const { low, high } of spans)
      for (let band = this.bandOf(low); band <= this.bandOf(high); band++)
        this.offsets[band + 1] = (this.offsets[band + 1] ?? 0) + 1;
    for (let band = 0; band < this.bands; band++)
      this.offsets[band + 1] = (this.offsets[band + 1] ?? 0) + (this.offsets[band] ?? 0);
    this.byEnd = this.listBy(this.end, this.start);
    this.byStart = this.listBy(this.start, this.end);
    this.before = new Int32Array(spans.length).fill(UNKNOWN);
    this.after = new Int32Array(spans.length).fill(UNKNOWN);
  }

  /**
   * The span beside that ends last before `start` (or within `slack` after it); -1 for none. Of
   * several that end alike the shortest, then the one whose low and high are greatest.
   */
  nearestBefore(start: number, low: number, high: number, slack: number): number {
    const { spans, facts } = this.byEnd;
    let nearest = NONE;
    let found = NONE;
    const last = this.bandOf(high);
    for (let band = this.bandOf(low); band <= last; band++) {
      const first = this.offsets[band] ?? 0;
      for (let at = this.upTo(facts, band, start + slack) - 1; at >= first; at--) {
        const fact = at * FACTS;
        if (found !== NONE && !this.isGreater(facts, fact, found)) break;
        if ((facts[fact + 1] ?? 0) >= start) continue;
        if ((facts[fact + 2] ?? 0) >= high || (facts[fact + 3] ?? 0) <= low) continue;
        nearest = spans[at] ?? NONE;
        found = fact;
        break;
      }
    }
    return nearest;
  }

  /**
   * The span beside that starts first after `end` (or within `slack` before it); -1 for none. Of
   * several that start alike the shortest, then the one whose low and high are least.
   */
  nearestAfter(end: number, low: number, high: number, slack: number): number {
    const { spans, facts } = this.byStart;
    let nearest = NONE;
    let found = NONE;
    const last = this.bandOf(high);
    for (let band = this.bandOf(low); band <= last; band++) {
      const past = this.offsets[band + 1] ?? 0;
      for (let at = this.upTo(facts, band, end - slack); at < past; at++) {
        const fact = at * FACTS;
        if (found !== NONE && !this.isGreater(facts, found, fact)) break;
        if ((facts[fact + 1] ?? 0) <= end) continue;
        if ((facts[fact + 2] ?? 0) >= high || (facts[fact + 3] ?? 0) <= low) continue;
        nearest = spans[at] ?? NONE;
        found = fact;
        break;
      }
    }
    return nearest;
  }

  /** The neighbour before one of the spans; -1 for none. */
  beforeSpan(span: number): number {
    const known = this.before[span] ?? NONE;
    if (known !== UNKNOWN) return known;
    const start = this.start[span] ?? 0;
    const found = this.nearestBefore(start, this.low[span] ?? 0, this.high[span] ?? 0, SAME);
    this.before[span] = found;
    return found;
  }

  /** The neighbour after one of the spans; -1 for none. */
  afterSpan(span: number): number {
    const known = this.after[span] ?? NONE;
    if (known !== UNKNOWN) return known;
    const end = this.end[span] ?? 0;
    const found = this.nearestAfter(end, this.low[span] ?? 0, this.high[span] ?? 0, SAME);
    this.after[span] = found;
    return found;
  }

  /** Whether one entry stands after another in the order of the lists. */
  private isGreater(facts: Float64Array, one: number, other: number): boolean {
    for (let fact = 0; fact < FACTS; fact++) {
      const difference = (facts[one + fact] ?? 0) - (facts[other + fact] ?? 0);
      if (difference !== 0) return difference > 0;
    }
    return false;
  }

  private bandOf(across: number): number {
    const band = Math.floor((across - this.origin) * this.bandsPerUnit);
    return band > 0 ? Math.min(this.bands - 1, band) : 0;
  }

  /**
   * The first place of a band's list whose key is not below a limit. It looks first where the key
   * would stand if all were evenly spread, then around it in growing steps.
   */
  private upTo(facts: Float64Array, band: number, limit: number): number {
    let low = this.offsets[band] ?? 0;
    let high = this.offsets[band + 1] ?? 0;
    if (low === high) return low;
    const first = facts[low * FACTS] ?? 0;
    const last = facts[(high - 1) * FACTS] ?? 0;
    if (limit <= first) return low;
    if (limit > last) return high;
    const guess = low + Math.floor(((limit - first) / (last - first)) * (high - 1 - low));
    let step = 1;
    if ((facts[guess * FACTS] ?? 0) < limit) {
      low = guess + 1;
      while (low + step < high && (facts[(low + step) * FACTS] ?? 0) < limit) {
        low += step + 1;
        step *= 2;
      }
      high = Math.min(high, low + step + 1);
    } else {
      high = guess;
      while (high - step > low && (facts[(high - step) * FACTS] ?? 0) >= limit) {
        high -= step;
        step *= 2;
      }
      low = Math.max(low, high - step);
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((facts[middle * FACTS] ?? 0) < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private listBy(key: Float64Array, other: Float64Array): SpanList {
    const total = this.offsets[this.bands] ?? 0;
    const spans = new Int32Array(total);
    const facts = new Float64Array(total * FACTS);
    const next = this.offsets.slice();
    const order = Uint32Array.from(key.keys()).sort(
      (a, b) =>
        (key[a] ?? 0) - (key[b] ?? 0) ||
        (other[a] ?? 0) - (other[b] ?? 0) ||
        (this.low[a] ?? 0) - (this.low[b] ?? 0) ||
        (this.high[a] ?? 0) - (this.high[b] ?? 0),
    );
    for (const span of order) {
      const low = this.low[span] ?? 0;
      const high = this.high[span] ?? 0;
      for (let band = this.bandOf(low); band <= this.bandOf(high); band++) {
        const at = next[band] ?? 0;
        next[band] = at + 1;
        spans[at] = span;
        facts.set([key[span] ?? 0, other[span] ?? 0, low, high], at * FACTS);
      }
    }
    return { spans, facts };
  }
}
