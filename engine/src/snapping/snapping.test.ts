import { expect } from 'chai';
import fc from 'fast-check';
import type { Box } from '../model/Position.ts';
import { resizeGuides, snapResize } from './snapResize.ts';
import { GapIndex, GapQuery, type Span } from './equalGaps.ts';
import { rotateAngle } from '../geometry/rotation.ts';
import { createSnapTargets, mirrorSpan, spanX, spanY } from './snapTargets.ts';
import { SortedLines, SortedLists } from './SortedLines.ts';
import { snapTranslation } from './snapTranslation.ts';

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
const sections = [box(-0.5, 0, 2, 3)];
const targetsOf = (...blocks: Box[]) => createSnapTargets({ blocks, sections, pageHeight: 3 });
const common = { tolerance: 0.005, referenceWidth: 600 };

const step = fc.integer({ min: -50, max: 150 }).map((n) => n / 100);
const length = fc.integer({ min: 3, max: 60 }).map((n) => n / 100);
const anyBox = fc.oneof(
  fc.record({ x: step, y: step, width: length, height: length }),
  // In a row, so that some gaps are equal.
  fc.nat(8).map((n) => box(n * 0.13, 0.4, 0.1, 0.1)),
);
const tiny = fc.integer({ min: 3, max: 8 }).map((n) => n / 100);
const anyScene = fc.oneof(
  fc.array(anyBox, { maxLength: 40 }),
  // Small boxes, so that a large one has many neighbours.
  fc.array(fc.record({ x: step, y: step, width: tiny, height: tiny }), {
    minLength: 15,
    maxLength: 60,
  }),
);
const shift = fc.double({ min: -0.02, max: 0.02, noNaN: true });

const pointsOf = ({ start, end }: Span) => [start, (start + end) / 2, end];

/** Reference implementation: the offset along one axis, from all pairs. */
function exhaustiveOffset(blocks: readonly Span[], others: readonly Span[], moving: Span): number {
  const offsets = [...blocks, ...others]
    .flatMap(pointsOf)
    .flatMap((line) => pointsOf(moving).map((point) => line - point));
  const epsilon = 1e-6;
  const overlapping = (span: Span) => (each: Span) => each.low < span.high && span.low < each.high;
  const before = (span: Span, slack: number): Span | undefined =>
    blocks
      .filter(overlapping(span))
      .filter((each) => each.end <= span.start + slack + epsilon && each.start < span.start)
      .sort((a, b) => b.end - a.end || b.start - a.start || a.low - b.low || a.high - b.high)[0];
  const after = (span: Span, slack: number): Span | undefined =>
    blocks
      .filter(overlapping(span))
      .filter((each) => each.start >= span.end - slack - epsilon && each.end > span.end)
      .sort((a, b) => a.start - b.start || a.end - b.end || a.low - b.low || a.high - b.high)[0];
  const previous = before(moving, common.tolerance);
  const next = after(moving, common.tolerance);
  const size = moving.end - moving.start;
  if (previous && next && next.start - previous.end > size)
    offsets.push((previous.end + next.start - size) / 2 - moving.start);
  const first = previous && before(previous, 0);
  if (first && previous.start - first.end > epsilon)
    offsets.push(previous.end + previous.start - first.end - moving.start);
  const last = next && after(next, 0);
  if (last && last.start - next.end > epsilon)
    offsets.push(next.start - (last.start - next.end) - moving.end);
  const nearest = Math.min(...offsets.map(Math.abs));
  return nearest <= common.tolerance ? nearest : 0;
}

describe('snapTranslation', () => {
  it('snaps an edge to a sibling, with a guide across both and one for the distance between them', () => {
    const targets = targetsOf(box(0.2, 0.2, 0.2, 0.1));
    const snapped = snapTranslation({ ...common, moving: box(0.203, 0.7, 0.33, 0.1), targets });
    expect(snapped.dx).to.be.closeTo(-0.003, 1e-12);
    expect(snapped.dy).to.equal(0);
    expect(snapped.guides).to.have.length(2);
    expect(snapped.guides[1]).to.deep.include({ axis: 'x', distancePx: 240 });
    expect(snapped.guides[0]).to.include({ axis: 'x', from: 0.2 });
    expect(snapped.guides[0]?.at).to.be.closeTo(0.2, 1e-12);
    expect(snapped.guides[0]?.to).to.be.closeTo(0.8, 1e-12);
  });

  it('snaps to the edges and centres of the window and of sections [S2]', () => {
    const targets = targetsOf();
    const move = (moving: Box) => snapTranslation({ ...common, moving, targets });
    expect(move(box(0.402, 0.3, 0.2, 0.1)).dx).to.be.closeTo(-0.002, 1e-12);
    expect(move(box(-0.004, 0.3, 0.21, 0.1)).dx).to.be.closeTo(0.004, 1e-12);
    expect(move(box(0.794, 0.3, 0.21, 0.1)).dx).to.be.closeTo(-0.004, 1e-12);
    expect(move(box(-0.497, 0.3, 0.21, 0.1)).dx).to.be.closeTo(-0.003, 1e-12);
    expect(move(box(0.3, 1.451, 0.21, 0.1)).dy).to.be.closeTo(-0.001, 1e-12);
  });

  it('snaps to equal gaps between, before and after neighbours, and shows their size [S5]', () => {
    const targets = targetsOf(
      box(0.11, 0, 0.1, 0.1),
      box(0.31, 0, 0.1, 0.1),
      box(0.83, 0, 0.1, 0.1),
    );
    const move = (moving: Box) => snapTranslation({ ...common, moving, targets });
    const after = move(box(0.513, 0.013, 0.07, 0.05));
    expect(after.dx).to.be.closeTo(-0.003, 1e-12);
    expect(after.guides.map((guide) => guide.distancePx)).to.eql([60, 60]);
    expect(after.guides[0]?.axis).to.equal('y');
    const before = move(box(-0.057, 0.013, 0.07, 0.05));
    expect(before.dx).to.be.closeTo(-0.003, 1e-12);
    expect(before.guides.map((guide) => guide.distancePx)).to.eql([60, 60]);
    const between = move(box(0.573, 0.013, 0.1, 0.05));
    expect(between.dx).to.be.closeTo(-0.003, 1e-12);
    expect(between.guides.map((guide) => guide.distancePx)).to.eql([96, 96]);
  });

  it('snaps only along the given axes', () => {
    const targets = targetsOf(box(0.2, 0.2, 0.2, 0.1));
    const moving = box(0.203, 0.203, 0.33, 0.17);
    const snapped = snapTranslation({ ...common, moving, targets, axes: { x: false, y: true } });
    expect(snapped.dx).to.equal(0);
    expect(snapped.dy).to.be.closeTo(-0.003, 1e-12);
  });

  it('moves by at most the tolerance, shows at most 6 guides per axis, and is deterministic (law) [S1]', () => {
    fc.assert(
      fc.property(fc.array(anyBox, { maxLength: 60 }), anyBox, shift, (blocks, from, by) => {
        const moving = { ...from, x: from.x + by, y: from.y - by };
        const targets = targetsOf(...blocks);
        const snapped = snapTranslation({ ...common, moving, targets });
        const { dx, dy, guides } = snapped;
        expect(Math.abs(dx)).to.be.at.most(common.tolerance);
        expect(Math.abs(dy)).to.be.at.most(common.tolerance);
        const xGuides = guides.filter(
          ({ axis, distancePx }) => (axis === 'x') === (distancePx === undefined),
        );
        expect(xGuides.length).to.be.at.most(6);
        expect(guides.length - xGuides.length).to.be.at.most(6);
        const again = snapTranslation({ ...common, moving, targets });
        expect(again).to.include({ dx, dy });
        expect(again.guides).to.eql(guides);
        const reversed = targetsOf(...blocks.toReversed());
        expect(snapTranslation({ ...common, moving, targets: reversed })).to.include({ dx, dy });
      }),
    );
  });

  it('agrees with an exhaustive search (law) [S2]', () => {
    fc.assert(
      fc.property(anyScene, anyBox, shift, (blocks, from, by) => {
        const moving = { ...from, x: from.x + by, y: from.y - by / 2 };
        const { dx, dy } = snapTranslation({ ...common, moving, targets: targetsOf(...blocks) });
        const onX = exhaustiveOffset(
          blocks.map(spanX),
          [...sections, box(0, 0, 1, 3)].map(spanX),
          spanX(moving),
        );
        const onY = exhaustiveOffset(blocks.map(spanY), sections.map(spanY), spanY(moving));
        expect(Math.abs(dx)).to.be.closeTo(onX, 1e-9);
        expect(Math.abs(dy)).to.be.closeTo(onY, 1e-9);
      }),
      { numRuns: 300 },
    );
  });

  it('computes the same guides immediately and after other requests', () => {
    const pairs = fc.array(fc.tuple(anyBox, shift), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(anyBox, { maxLength: 30 }), pairs, (blocks, requests) => {
        const targets = targetsOf(...blocks);
        const snap = ([from, by]: [Box, number]) =>
          snapTranslation({ ...common, moving: { ...from, x: from.x + by }, targets });
        const immediate = requests.map((each) => snap(each).guides);
        const snapped = requests.map(snap);
        expect(snapped.map(({ guides }) => guides)).to.eql(immediate);
        expect(snapped.map(({ guides }) => guides)).to.eql(immediate);
      }),
    );
  });

  it('shows accurate guides: lines touch the box, gaps have the length shown (law) [S3]', () => {
    fc.assert(
      fc.property(fc.array(anyBox, { maxLength: 30 }), anyBox, shift, (blocks, from, by) => {
        const moving = { ...from, x: from.x + by };
        const { dx, dy, guides } = snapTranslation({
          ...common,
          moving,
          targets: targetsOf(...blocks),
        });
        const placed = { ...moving, x: moving.x + dx, y: moving.y + dy };
        if (dx !== 0 || dy !== 0) expect(guides).to.not.eql([]);
        for (const { axis, at, from: start, to, distancePx } of guides) {
          expect(start).to.be.at.most(to);
          if (distancePx !== undefined) {
            expect(distancePx).to.be.closeTo((to - start) * 600, 0.051);
            // Between the box and a neighbour, or between two blocks with an equal gap.
            const own = axis === 'x' ? spanY(placed) : spanX(placed);
            const isAlone = !guides.some(
              (each) => each.from !== start && each.distancePx === distancePx,
            );
            if (isAlone) expect([own.start, own.end]).to.include.oneOf([start, to]);
          } else {
            const points = pointsOf(axis === 'x' ? spanX(placed) : spanY(placed));
            expect(Math.min(...points.map((point) => Math.abs(point - at)))).to.be.below(1e-9);
            const all = [...blocks, ...sections, box(0, 0, 1, 3)];
            const lines = all.flatMap((each) => pointsOf(axis === 'x' ? spanX(each) : spanY(each)));
            expect(Math.min(...lines.map((line) => Math.abs(line - at)))).to.be.below(2e-6);
          }
        }
      }),
    );
  });
});

describe('rotateAngle', () => {
  const rotate = (deg: number, more = {}) =>
    rotateAngle({
      center: { x: 0, y: 0 },
      from: { x: 1, y: 0 },
      to: { x: Math.cos((deg * Math.PI) / 180), y: Math.sin((deg * Math.PI) / 180) },
      startDeg: 0,
      ...more,
    });

  it('snaps to multiples of 45 degrees within 3 degrees, within 6 on touch [S4]', () => {
    expect([42.1, 41.9, 47.9, 48.1, 178].map((deg) => rotate(deg))).to.eql([
      45, 41.9, 45, 48.1, 180,
    ]);
    expect([39.1, 38.9, 50.9, 51.1].map((deg) => rotate(deg, { touch: true }))).to.eql([
      45, 38.9, 45, 51.1,
    ]);
    expect(rotate(44, { free: true })).to.equal(44);
    expect([22, 23, -8].map((deg) => rotate(deg, { stepped: true }))).to.eql([15, 30, -15]);
  });
});

describe('snapResize', () => {
  it('moves only the dragged edges [S7]', () => {
    const targets = targetsOf(box(0.2, 0.2, 0.3, 0.1));
    const unsnapped = box(0.21, 0.6, 0.287, 0.2);
    expect(snapResize({ box: unsnapped, handle: 'e', targets, tolerance: 0.005 }).dx).to.be.closeTo(
      0.003,
      1e-12,
    );
    expect(snapResize({ box: unsnapped, handle: 's', targets, tolerance: 0.005 })).to.eql({
      dx: 0,
      dy: 0,
    });
    expect(
      resizeGuides({
        ...{ box: box(0.21, 0.6, 0.29, 0.2), handle: 'e', targets },
        referenceWidth: 600,
      }).map((g) => g.at),
    ).to.eql([0.5]);
  });

  it('makes the gap at a dragged edge equal to the next one or to the one on the other side, with guides on both [S5]', () => {
    const row = [box(0, 0.2, 0.1, 0.1), box(0.55, 0.21, 0.1, 0.1), box(0.77, 0.22, 0.1, 0.1)];
    const targets = targetsOf(...row);
    const guidesOf = (placed: Box, handle: 'e' | 'w') =>
      resizeGuides({ box: placed, handle, targets, referenceWidth: 600 }).flatMap(
        ({ axis, distancePx }) => (distancePx === undefined ? [] : [[axis, distancePx]]),
      );
    const snap = (unsnapped: Box, handle: 'e' | 'w') => {
      const { dx } = snapResize({ box: unsnapped, handle, targets, tolerance: 0.005 });
      const { x, width, ...rest } = unsnapped;
      return handle === 'e'
        ? { ...rest, x, width: width + dx }
        : { ...rest, x: x + dx, width: width - dx };
    };
    // The gap between the second and third block is 0.12.
    const beyond = snap(box(0.2, 0.2, 0.227, 0.1), 'e');
    expect(beyond.x + beyond.width).to.be.closeTo(0.43, 1e-9);
    expect(guidesOf(beyond, 'e')).to.eql([
      ['y', 72],
      ['y', 72],
    ]);
    // The gap to the left is 0.17.
    const other = snap(box(0.27, 0.2, 0.107, 0.1), 'e');
    expect(other.x + other.width).to.be.closeTo(0.38, 1e-9);
    expect(guidesOf(other, 'e')).to.eql([
      ['y', 102],
      ['y', 102],
    ]);
    const left = snap(box(0.231, 0.2, 0.189, 0.1), 'w');
    expect(left.x).to.be.closeTo(0.23, 1e-9);
    expect(guidesOf(left, 'w')).to.eql([
      ['y', 78],
      ['y', 78],
    ]);
    expect(guidesOf(box(0.2, 0.2, 0.21, 0.1), 'e')).to.eql([]);
  });
});

describe('GapIndex', () => {
  it('finds the same neighbours as an exhaustive search, across many bands too (law) [S5]', () => {
    const anySpan = anyScene.map((boxes) => boxes.map(spanX));
    fc.assert(
      fc.property(anySpan, anyBox.map(spanX), (spans, { start, end, low, high }) => {
        const overlapping = spans.filter((each) => each.low < high && low < each.high);
        const ends = overlapping.filter((each) => each.end <= start + 0.01 && each.start < start);
        const starts = overlapping.filter((each) => each.start >= end - 0.01 && each.end > end);
        const entryOf = (index: GapIndex, from: number) =>
          index.next(Object.assign(new GapQuery(), { end: from, low, high, slack: 0.01 }));
        const after = new GapIndex(spans);
        const next = entryOf(after, end);
        expect(next === -1).to.equal(starts.length === 0);
        if (next >= 0) {
          expect(after.startOf(next)).to.equal(Math.min(...starts.map((each) => each.start)));
          expect(after.spanOf(next)).to.be.oneOf(starts);
        }
        const before = new GapIndex(spans.map(mirrorSpan));
        const previous = entryOf(before, -start);
        expect(previous === -1).to.equal(ends.length === 0);
        if (previous >= 0)
          expect(-before.startOf(previous)).to.equal(Math.max(...ends.map((each) => each.end)));
      }),
      { numRuns: 300 },
    );
  });
});

describe('SortedLines', () => {
  it('returns the number of lines below a position, however dense they are (law) [S6]', () => {
    const at = fc.oneof(
      fc.integer({ min: -5, max: 5 }),
      fc.double({ noNaN: true, min: -1e3, max: 1e3 }),
      fc.double({ noNaN: true, min: 0.4999, max: 0.5001 }),
    );
    fc.assert(
      fc.property(fc.array(at), at, (values, position) => {
        const lines = new SortedLines(values.map((value) => ({ at: value, from: 0, to: 1 })));
        const distinct = [...new Set(values.map((value) => value + 0))];
        expect(lines.at.length).to.equal(distinct.length);
        for (const each of [position, ...values])
          expect(lines.lowerBound(each)).to.equal(distinct.filter((value) => value < each).length);
      }),
    );
  });
});

describe('SortedLists', () => {
  it('finds the keys of each list with other fields between them (law) [S6]', () => {
    const key = fc.oneof(
      fc.integer({ min: -5, max: 5 }),
      fc.double({ noNaN: true, min: -1e3, max: 1e3 }),
      fc.constantFrom(0, 5e-324, 1e-320),
    );
    fc.assert(
      fc.property(fc.array(fc.array(key), { minLength: 1, maxLength: 5 }), key, (lists, limit) => {
        const keys = lists.flatMap((list) => list.toSorted((a, b) => a - b));
        const ends = lists.map((_, last) => lists.slice(0, last + 1).flat().length);
        const fields = Float64Array.from(keys.flatMap((each) => [each, NaN, NaN]));
        const sorted = new SortedLists(fields, 3, Int32Array.from(ends));
        lists.forEach((list, number) => {
          const first = ends[number - 1] ?? 0;
          expect(sorted.endOf(number)).to.equal(first + list.length);
          for (const each of [limit, ...list])
            expect(sorted.lowerBound(number, each)).to.equal(
              first + list.filter((other) => other < each).length,
            );
        });
      }),
    );
  });
});
