import { expect } from 'chai';
import fc from 'fast-check';
import { boundsOfRotated, boxBetween, cornersOf, rotatePoint, unionBoxes } from './boxes.ts';

const number = fc.double({ min: -5, max: 5, noNaN: true });
const size = fc.double({ min: 0, max: 5, noNaN: true });
const anyBox = fc.record({ x: number, y: number, width: size, height: size });
const degrees = fc.double({ min: -360, max: 360, noNaN: true });

describe('the geometry of boxes', () => {
  it('rotates a point clockwise with y pointing down', () => {
    const rotated = rotatePoint({ x: 1, y: 0 }, { x: 0, y: 0 }, 90);
    expect(rotated.x).to.be.closeTo(0, 1e-12);
    expect(rotated.y).to.be.closeTo(1, 1e-12);
  });

  it('computes the smallest bounds that contain all four corners (law)', () => {
    fc.assert(
      fc.property(anyBox, degrees, (box, deg) => {
        const bounds = boundsOfRotated(box, deg);
        const corners = cornersOf(box, deg);
        const xs = corners.map((corner) => corner.x);
        const ys = corners.map((corner) => corner.y);
        expect(Math.min(...xs)).to.be.closeTo(bounds.x, 1e-9);
        expect(Math.max(...xs)).to.be.closeTo(bounds.x + bounds.width, 1e-9);
        expect(Math.min(...ys)).to.be.closeTo(bounds.y, 1e-9);
        expect(Math.max(...ys)).to.be.closeTo(bounds.y + bounds.height, 1e-9);
      }),
    );
  });

  it('computes the union of boxes, and returns null for none', () => {
    expect(unionBoxes([])).to.equal(null);
    expect(
      unionBoxes([
        { x: 0, y: 0, width: 1, height: 1 },
        { x: 2, y: -1, width: 1, height: 1 },
      ]),
    ).to.eql({ x: 0, y: -1, width: 3, height: 2 });
  });

  it('computes the box between two corners, in any order', () => {
    expect(boxBetween({ x: 3, y: 1 }, { x: 1, y: 2 })).to.eql({ x: 1, y: 1, width: 2, height: 1 });
  });
});
