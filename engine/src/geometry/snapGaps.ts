import type { SnapGuide } from './SnapGuide.ts';
import { SAME } from './snapLines.ts';
import { lowerBound, type SnapSpans, type SortedSpans, type Span } from './snapTargets.ts';

/** So many neighbours are looked at on each side; who is further off is no neighbour. */
const REACH = 32;

function isBeside({ low, high }: SortedSpans, index: number, span: Span): boolean {
  return (low[index] ?? Infinity) < span.high && span.low < (high[index] ?? -Infinity);
}

/** The nearest span that ends before `span` starts (within `slack`) and stands beside it. */
function before({ byEnd }: SnapSpans, span: Span, slack: number): Span | null {
  const last = lowerBound(byEnd.end, span.start + slack + SAME) - 1;
  for (let index = last; index >= 0 && index > last - REACH; index--)
    if (isBeside(byEnd, index, span) && (byEnd.start[index] ?? Infinity) < span.start)
      return byEnd.spans[index] ?? null;
  return null;
}

/** The nearest span that starts after `span` ends (within `slack`) and stands beside it. */
function after({ byStart }: SnapSpans, span: Span, slack: number): Span | null {
  const first = lowerBound(byStart.start, span.end - slack - SAME);
  const end = Math.min(byStart.spans.length, first + REACH);
  for (let index = first; index < end; index++)
    if (isBeside(byStart, index, span) && (byStart.end[index] ?? -Infinity) > span.end)
      return byStart.spans[index] ?? null;
  return null;
}

/** A way to make gaps equal: how far to move for it, and the spans between which they lie. */
interface Equal {
  readonly by: number;
  readonly gaps: readonly (readonly [Span | null, Span | null])[];
}

/** All ways to make gaps equal; null in `gaps` stands for the moving box. */
function equals(spans: SnapSpans, moving: Span, slack: number): Equal[] {
  const previous = before(spans, moving, slack);
  const next = after(spans, moving, slack);
  const found: Equal[] = [];
  const size = moving.end - moving.start;
  if (previous && next && next.start - previous.end > size) {
    const by = (previous.end + next.start - size) / 2 - moving.start;
    found.push({
      by,
      gaps: [
        [previous, null],
        [null, next],
      ],
    });
  }
  const first = previous && before(spans, previous, 0);
  if (previous && first && previous.start - first.end > SAME) {
    const by = previous.end + (previous.start - first.end) - moving.start;
    found.push({
      by,
      gaps: [
        [first, previous],
        [previous, null],
      ],
    });
  }
  const last = next && after(spans, next, 0);
  if (next && last && last.start - next.end > SAME) {
    const by = next.start - (last.start - next.end) - moving.end;
    found.push({
      by,
      gaps: [
        [null, next],
        [next, last],
      ],
    });
  }
  return found;
}

/** How far to move so that gaps become equal, signed; null when none is within the tolerance. */
export function nearestGap(spans: SnapSpans, moving: Span, tolerance: number): number | null {
  let nearest: number | null = null;
  for (const { by } of equals(spans, moving, tolerance))
    if (Math.abs(by) <= tolerance && (nearest === null || Math.abs(by) < Math.abs(nearest)))
      nearest = by;
  return nearest;
}

/**
 * Guides for the equal gaps beside a box in its final place: a line across each gap with its length.
 *
 * @param axis the axis along which the box was snapped; the gaps' lines run along it
 * @param referenceWidth px that one unit stands for
 */
export function guidesInGaps(
  axis: 'x' | 'y',
  spans: SnapSpans,
  moving: Span,
  referenceWidth: number,
): SnapGuide[] {
  const guides: SnapGuide[] = [];
  for (const { by, gaps } of equals(spans, moving, SAME)) {
    if (Math.abs(by) > SAME) continue;
    for (const [left, right] of gaps) {
      const a = left ?? moving;
      const b = right ?? moving;
      const at = (Math.max(a.low, b.low) + Math.min(a.high, b.high)) / 2;
      const guide: SnapGuide = {
        axis: axis === 'x' ? 'y' : 'x',
        at,
        from: a.end,
        to: b.start,
        distancePx: Math.round((b.start - a.end) * referenceWidth * 10) / 10,
      };
      if (!guides.some((each) => each.from === guide.from && each.to === guide.to))
        guides.push(guide);
    }
  }
  return guides;
}
