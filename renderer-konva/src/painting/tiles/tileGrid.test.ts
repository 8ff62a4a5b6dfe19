import type { Box } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import { containsBox, intersectBoxes, roundOutBox, unionBoxes } from '../../paint/boxes.ts';
import { retainedBox, orderTiles, poolCapacity, tileBox, tileKey, tilesIn } from './tileGrid.ts';

const SIDE = 64;
const px = (min: number, max: number) =>
  fc.integer({ min: min * 4, max: max * 4 }).map((n) => n / 4);
const box: fc.Arbitrary<Box> = fc.record({
  x: px(-500, 500),
  y: px(-500, 500),
  width: px(1, 400),
  height: px(1, 400),
});

describe('the grid of tiles', () => {
  it('covers a box with exactly the tiles that it intersects', () => {
    fc.assert(
      fc.property(box, (area) => {
        const positions = tilesIn(area, SIDE);
        for (const position of positions)
          expect(intersectBoxes(tileBox(position, SIDE), area)).to.not.equal(null);
        const covered = positions.map((position) => tileBox(position, SIDE)).reduce(unionBoxes);
        expect(containsBox(covered, area)).to.equal(true);
        expect(new Set(positions.map(tileKey)).size).to.equal(positions.length);
        const size = (covered.width / SIDE) * (covered.height / SIDE);
        expect(size).to.equal(positions.length);
      }),
      { numRuns: 300 },
    );
  });

  it('rounds boxes out to whole device px', () => {
    fc.assert(
      fc.property(box, (area) => {
        const whole = roundOutBox(area);
        expect(containsBox(whole, area)).to.equal(true);
        for (const value of Object.values(whole)) expect(Number.isInteger(value)).to.equal(true);
      }),
    );
  });

  it('has no tiles for an empty box', () => {
    expect(tilesIn({ x: 10, y: 10, width: 0, height: 5 }, SIDE)).to.deep.equal([]);
    expect(
      intersectBoxes({ x: 0, y: 0, width: 5, height: 5 }, { x: 5, y: 0, width: 5, height: 5 }),
    ).to.equal(null);
  });

  it('lists visible tiles and those around them, which never need more bitmaps than the pool has', () => {
    const bounds = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };
    fc.assert(
      fc.property(box, px(-1, 1), px(-1, 1), (seen, x, y) => {
        const { visible, ahead } = orderTiles(seen, bounds, { x, y }, SIDE);
        expect(new Set(visible.map(tileKey))).to.deep.equal(
          new Set(tilesIn(seen, SIDE).map(tileKey)),
        );
        const all = new Set([...visible, ...ahead].map(tileKey));
        expect(all.size).to.equal(visible.length + ahead.length);
        expect([...all].sort()).to.deep.equal(
          tilesIn(retainedBox(seen, SIDE), SIDE).map(tileKey).sort(),
        );
        // Bitmaps suffice for all tiles, plus the visible ones twice: for repainting, and for bands
        // above lifted blocks.
        expect(all.size + 2 * visible.length).to.be.at.most(
          poolCapacity(seen.width, seen.height, SIDE),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('lists visible tiles from the centre of the view outwards, whatever the direction', () => {
    const bounds = { x: -300, y: -300, width: 900, height: 900 };
    fc.assert(
      fc.property(box, px(-1, 1), px(-1, 1), (seen, x, y) => {
        const away = orderTiles(seen, bounds, { x, y }, SIDE).visible.map((position) => {
          const tile = tileBox(position, SIDE);
          return Math.hypot(
            tile.x + tile.width / 2 - (seen.x + seen.width / 2),
            tile.y + tile.height / 2 - (seen.y + seen.height / 2),
          );
        });
        expect(away).to.deep.equal(away.toSorted((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });

  it('continues in the direction of scrolling', () => {
    const bounds = { x: 0, y: 0, width: 256, height: 1e6 };
    const seen = { x: 0, y: 1000, width: 256, height: 200 };
    const [down] = orderTiles(seen, bounds, { x: 0, y: 30 }, SIDE).ahead;
    const [up] = orderTiles(seen, bounds, { x: 0, y: -30 }, SIDE).ahead;
    expect(down && down.row * SIDE).to.be.above(1100);
    expect(up && up.row * SIDE).to.be.below(1000);
  });

  it('never needs more bitmaps than the pool has, at any page height', () => {
    for (const height of [800, 8000, 8_000_000]) {
      const bounds = { x: 0, y: 0, width: 1280, height };
      const seen = { x: 0, y: height / 2, width: 1280, height: 800 };
      const { visible, ahead } = orderTiles(seen, bounds, { x: 0, y: 1 });
      expect(visible.length + ahead.length).to.be.at.most(poolCapacity(1280, 800));
    }
  });
});
