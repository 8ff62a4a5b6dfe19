import { expect } from 'chai';
import fc from 'fast-check';
import type { Box, Point } from '../model/Position.ts';
import { boundsOfRotated, centerOf, rotatePoint, unionBoxes } from './boxes.ts';
import { resizeBox, type ResizeHandle, sidesOf, withHeight } from './resizeBox.ts';
import { resizeMany } from './resizeMany.ts';
import { normalizeDeg, rotateAngle } from './rotation.ts';

const MIN = 0.03;
const number = fc.double({ min: -2, max: 2, noNaN: true });
const size = fc.double({ min: MIN, max: 2, noNaN: true });
const anyBox = fc.record({ x: number, y: number, width: size, height: size });
const degrees = fc.double({ min: -360, max: 360, noNaN: true });
const anyHandle = fc.constantFrom<ResizeHandle>('nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w');

/** A point of a rotated box, in page space; `x` and `y` are -1 and 1 at the box's sides. */
function pointAt(box: Box, deg: number, x: number, y: number): Point {
  const center = centerOf(box);
  return rotatePoint(
    { x: center.x + (x * box.width) / 2, y: center.y + (y * box.height) / 2 },
    center,
    deg,
  );
}

function expectSame(a: Point, b: Point): void {
  expect(a.x).to.be.closeTo(b.x, 1e-9);
  expect(a.y).to.be.closeTo(b.y, 1e-9);
}

const plain = { rotationDeg: 0, keepAspect: false, fromCenter: false, minSize: MIN };

describe('resizeBox', () => {
  it('keeps the point opposite the handle in place at any rotation (law)', () => {
    fc.assert(
      fc.property(
        anyBox,
        degrees,
        anyHandle,
        number,
        number,
        fc.boolean(),
        (box, rotationDeg, handle, dx, dy, keepAspect) => {
          const after = resizeBox({
            ...plain,
            box,
            rotationDeg,
            handle,
            dx,
            dy,
            keepAspect,
          });
          const side = sidesOf(handle);
          expectSame(
            pointAt(after, rotationDeg, -side.x, -side.y),
            pointAt(box, rotationDeg, -side.x, -side.y),
          );
          expect(after.width).to.be.at.least(MIN - 1e-9);
          expect(after.height).to.be.at.least(MIN - 1e-9);
          if (keepAspect)
            expect(after.width * box.height).to.be.closeTo(after.height * box.width, 1e-6);
        },
      ),
    );
  });

  it('keeps the centre in place when it resizes from the centre (law)', () => {
    fc.assert(
      fc.property(
        anyBox,
        degrees,
        anyHandle,
        number,
        number,
        (box, rotationDeg, handle, dx, dy) => {
          const after = resizeBox({ ...plain, box, rotationDeg, handle, dx, dy, fromCenter: true });
          expectSame(centerOf(after), centerOf(box));
        },
      ),
    );
  });

  it('follows the pointer with the dragged corner of a rotated box', () => {
    const box = { x: 0, y: 0, width: 1, height: 0.5 };
    const after = resizeBox({ ...plain, box, rotationDeg: 30, handle: 'se', dx: 0.1, dy: 0.2 });
    const before = pointAt(box, 30, 1, 1);
    expectSame(pointAt(after, 30, 1, 1), { x: before.x + 0.1, y: before.y + 0.2 });
  });

  it('stops at the minimum size instead of flipping, and keeps a smaller size', () => {
    const box = { x: 0, y: 0, width: 0.2, height: 0.01 };
    const after = resizeBox({ ...plain, box, handle: 'se', dx: -5, dy: -5 });
    expect(after.width).to.be.closeTo(MIN, 1e-12);
    expect(after.height).to.equal(0.01);
  });

  it('keeps the top edge in place when withHeight changes the height', () => {
    const box = { x: 0.1, y: 0.2, width: 0.4, height: 0.2 };
    const after = withHeight(box, 70, 0.35);
    expectSame(pointAt(after, 70, 0, -1), pointAt(box, 70, 0, -1));
    expect(after.height).to.be.closeTo(0.35, 1e-12);
  });
});

describe('resizeMany', () => {
  const items = [
    { uuid: 'a', box: { x: 0, y: 0, width: 0.2, height: 0.1 }, rotationDeg: 0 },
    { uuid: 'b', box: { x: 0.6, y: 0.3, width: 0.4, height: 0.2 }, rotationDeg: 90 },
  ];
  const box = unionBoxes(items.map((each) => boundsOfRotated(each.box, each.rotationDeg)));
  if (!box) throw new Error('no bounds');

  it('scales all boxes about the opposite corner', () => {
    const { bounds, boxes } = resizeMany({ ...plain, box, items, handle: 'se', dx: 0.9, dy: 0 });
    expect(bounds.x).to.equal(box.x);
    expect(boxes.get('a')?.width).to.be.closeTo(0.4, 1e-12);
    expect(boxes.get('a')?.height).to.be.closeTo(0.1, 1e-12);
    expect(boxes.get('b')?.width).to.be.closeTo(0.4, 1e-12);
    expect(boxes.get('b')?.height).to.be.closeTo(0.4, 1e-12);
  });

  it('fills the new bounds exactly and keeps every block at the minimum size or above (law)', () => {
    fc.assert(
      fc.property(anyHandle, number, number, fc.boolean(), (handle, dx, dy, keepAspect) => {
        const after = resizeMany({ ...plain, box, items, handle, dx, dy, keepAspect });
        const bounds = unionBoxes(
          items.map((each) =>
            boundsOfRotated(after.boxes.get(each.uuid) ?? each.box, each.rotationDeg),
          ),
        );
        expect(bounds?.x).to.be.closeTo(after.bounds.x, 1e-9);
        expect(bounds?.y).to.be.closeTo(after.bounds.y, 1e-9);
        expect(bounds?.width).to.be.closeTo(after.bounds.width, 1e-9);
        expect(bounds?.height).to.be.closeTo(after.bounds.height, 1e-9);
        for (const each of after.boxes.values())
          expect(Math.min(each.width, each.height)).to.be.at.least(MIN - 1e-9);
      }),
    );
  });

  it('keeps the aspect ratio if a rotation is not a multiple of 90 degrees', () => {
    const rotated = items.map((each) => ({ ...each, rotationDeg: 20 }));
    const { scale } = resizeMany({ ...plain, box, items: rotated, handle: 'e', dx: 0.5, dy: 0 });
    expect(scale.x).to.equal(scale.y);
  });

  it('treats rotations that differ from 90 degrees only by rounding like 90 degrees', () => {
    const widened = [90, 90 + 5e-7, 90 - 5e-7, -270].map((rotationDeg) => {
      const rotated = items.map((each) => ({ ...each, rotationDeg }));
      const request = { ...plain, box, items: rotated, handle: 'e', dx: 0.5, dy: 0 } as const;
      return [...resizeMany(request).boxes.values()];
    });
    for (const boxes of widened) expect(boxes).to.eql(widened[0]);
  });
});

describe('rotateAngle', () => {
  const at = (deg: number) => rotatePoint({ x: 0, y: -1 }, { x: 0, y: 0 }, deg);
  const rotate = (deg: number, more: object = {}) =>
    rotateAngle({ center: { x: 0, y: 0 }, from: at(0), to: at(deg), startDeg: 0, ...more });

  it('snaps to multiples of 45 degrees from up to 3 degrees away, or 6 on touch', () => {
    expect(rotate(42.5)).to.equal(45);
    expect(rotate(41)).to.equal(41);
    expect(rotate(40, { touch: true })).to.equal(45);
    expect(rotate(-91)).to.equal(-90);
  });

  it('rounds to multiples of 15 degrees when stepped, and does not snap when free', () => {
    expect(rotate(50, { stepped: true })).to.equal(45);
    expect(rotate(53, { stepped: true })).to.equal(60);
    expect(rotate(44, { free: true })).to.equal(44);
  });

  it('normalises angles to above -180 and up to 180 degrees, and rounds them', () => {
    expect(normalizeDeg(-180)).to.equal(180);
    expect(normalizeDeg(540)).to.equal(180);
    expect(Object.is(normalizeDeg(-360), 0)).to.equal(true);
    expect(normalizeDeg(359.999)).to.equal(0);
  });
});
