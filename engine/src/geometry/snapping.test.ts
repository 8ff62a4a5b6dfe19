import { expect } from 'chai';
import fc from 'fast-check';
import type { Box } from '../model/Position.ts';
import { resizeGuides, snapResize } from './snapResize.ts';
import { createSnapTargets, lowerBound } from './snapTargets.ts';
import { snapTranslation } from './snapTranslation.ts';

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });
const page = [box(-0.5, 0, 2, 3)];
const targetsOf = (...blocks: Box[]) =>
  createSnapTargets({ blocks, sections: page, pageHeight: 3 });
const common = { tolerance: 0.005, referenceWidth: 600 };

describe('snapTranslation', () => {
  it('draws an edge to a sibling, and shows a guide over both', () => {
    const targets = targetsOf(box(0.2, 0.2, 0.2, 0.1));
    const snapped = snapTranslation({ ...common, moving: box(0.203, 0.7, 0.33, 0.1), targets });
    expect(snapped.dx).to.be.closeTo(-0.003, 1e-12);
    expect(snapped.dy).to.equal(0);
    expect(snapped.guides).to.have.length(1);
    expect(snapped.guides[0]).to.include({ axis: 'x', from: 0.2 });
    expect(snapped.guides[0]?.at).to.be.closeTo(0.2, 1e-12);
    expect(snapped.guides[0]?.to).to.be.closeTo(0.8, 1e-12);
  });

  it('draws to the window’s edges and centre and to the section’s', () => {
    const targets = targetsOf();
    const move = (moving: Box) => snapTranslation({ ...common, moving, targets });
    expect(move(box(0.402, 0.3, 0.2, 0.1)).dx).to.be.closeTo(-0.002, 1e-12);
    expect(move(box(-0.004, 0.3, 0.21, 0.1)).dx).to.be.closeTo(0.004, 1e-12);
    expect(move(box(0.794, 0.3, 0.21, 0.1)).dx).to.be.closeTo(-0.004, 1e-12);
    expect(move(box(-0.497, 0.3, 0.21, 0.1)).dx).to.be.closeTo(-0.003, 1e-12);
    expect(move(box(0.3, 1.451, 0.21, 0.1)).dy).to.be.closeTo(-0.001, 1e-12);
  });

  it('finds equal gaps between, before and after neighbours, and tells their size', () => {
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
    const between = move(box(0.573, 0.013, 0.1, 0.05));
    expect(between.dx).to.be.closeTo(-0.003, 1e-12);
    expect(between.guides.map((guide) => guide.distancePx)).to.eql([96, 96]);
  });

  it('snaps along the asked axes alone', () => {
    const targets = targetsOf(box(0.2, 0.2, 0.2, 0.1));
    const moving = box(0.203, 0.203, 0.33, 0.17);
    const snapped = snapTranslation({ ...common, moving, targets, axes: { x: false, y: true } });
    expect(snapped.dx).to.equal(0);
    expect(snapped.dy).to.be.closeTo(-0.003, 1e-12);
  });

  it('never moves more than the tolerance, finds what a naive search finds, at most 6 guides an axis (law)', () => {
    const step = fc.integer({ min: -50, max: 150 }).map((n) => n / 100);
    const length = fc.integer({ min: 3, max: 60 }).map((n) => n / 100);
    const anyBox = fc.record({ x: step, y: step, width: length, height: length });
    const shift = fc.double({ min: -0.02, max: 0.02, noNaN: true });
    fc.assert(
      fc.property(fc.array(anyBox, { maxLength: 30 }), anyBox, shift, (blocks, from, by) => {
        const moving = { ...from, x: from.x + by };
        const targets = targetsOf(...blocks);
        const { dx, dy, guides } = snapTranslation({ ...common, moving, targets });
        expect(Math.abs(dx)).to.be.at.most(common.tolerance);
        expect(Math.abs(dy)).to.be.at.most(common.tolerance);
        expect(guides.length).to.be.at.most(12);
        const third = ({ x, width }: Box) => [x, x + width / 2, x + width];
        const naive = Math.min(
          ...third(moving).flatMap((place) =>
            [...blocks.flatMap(third), ...third(box(0, 0, 1, 3)), ...third(box(-0.5, 0, 2, 3))].map(
              (at) => Math.abs(at - place),
            ),
          ),
        );
        if (naive < common.tolerance - 1e-9) {
          expect(Math.abs(dx)).to.be.at.most(naive + 1e-9);
          expect(
            guides.some((guide) => guide.axis === 'x' || guide.distancePx !== undefined),
          ).to.equal(true);
        }
      }),
    );
  });
});

describe('snapResize', () => {
  it('moves the dragged edges alone', () => {
    const targets = targetsOf(box(0.2, 0.2, 0.3, 0.1));
    const wanted = box(0.21, 0.6, 0.287, 0.2);
    expect(snapResize({ box: wanted, handle: 'e', targets, tolerance: 0.005 }).dx).to.be.closeTo(
      0.003,
      1e-12,
    );
    expect(snapResize({ box: wanted, handle: 's', targets, tolerance: 0.005 })).to.eql({
      dx: 0,
      dy: 0,
    });
    expect(
      resizeGuides({ box: box(0.21, 0.6, 0.29, 0.2), handle: 'e', targets }).map((g) => g.at),
    ).to.eql([0.5]);
  });
});

describe('lowerBound', () => {
  it('is the number of smaller values (law)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (values, value) => {
        const sorted = Float64Array.from(values).sort();
        expect(lowerBound(sorted, value)).to.equal(sorted.filter((each) => each < value).length);
      }),
    );
  });
});
