import { expect } from 'chai';
import fc from 'fast-check';
import { boxesIntersect, boundsOfRotated, containsPoint } from './boxes.ts';
import { createSpatialIndex, type SpatialEntry } from './spatialIndex.ts';
import { paintKey } from './paintKey.ts';

const SECTION = paintKey('', 0, 'section');

describe('createSpatialIndex', () => {
  it('finds blocks in paint order, and topmost first at a point', () => {
    const index = createSpatialIndex();
    const box = { x: 0, y: 0, width: 1, height: 1 };
    index.upsert('high', box, 0, paintKey(SECTION, 50_005, 'high'));
    index.upsert('low', box, 0, paintKey(SECTION, 50_000, 'low'));
    expect(index.search({ x: 0.2, y: 0.2, width: 0.1, height: 0.1 })).to.eql(['low', 'high']);
    expect(index.at({ x: 0.5, y: 0.5 })).to.eql(['high', 'low']);
    index.upsert('low', box, 0, paintKey(SECTION, 50_010, 'low'));
    expect(index.at({ x: 0.5, y: 0.5 })).to.eql(['low', 'high']);
  });

  it('orders by section, z-index and uuid, with descendants directly above their group', () => {
    const second = paintKey('', 1, 'a');
    const group = paintKey(SECTION, 50_000, 'group');
    const order = [
      SECTION,
      paintKey(SECTION, -1000, 'low'),
      group,
      paintKey(group, 99_000, 'child'),
      paintKey(SECTION, 50_000, 'group-2'),
      paintKey(SECTION, 50_001, 'a'),
      second,
      paintKey(second, 0, 'x'),
    ];
    expect([...order].sort()).to.eql(order);
  });

  it('hit-tests the rotated shape, not its bounds', () => {
    const index = createSpatialIndex();
    index.upsert('bar', { x: 0, y: 0.45, width: 1, height: 0.1 }, 45, SECTION);
    expect(index.at({ x: 0.2, y: 0.2 })).to.eql(['bar']);
    expect(index.at({ x: 0.8, y: 0.2 })).to.eql([]);
    expect(index.search({ x: 0.75, y: 0.15, width: 0.1, height: 0.1 })).to.eql(['bar']);
  });

  it('does not find removed blocks', () => {
    const index = createSpatialIndex();
    index.upsert('a', { x: 0, y: 0, width: 1, height: 1 }, 0, SECTION);
    index.remove('a');
    index.remove('a');
    expect(index.size).to.equal(0);
    expect(index.boundsOf('a')).to.equal(null);
    expect(index.at({ x: 0.5, y: 0.5 })).to.eql([]);
  });

  it('finds blocks that were moved together, whether few or all', () => {
    const entry = (index: number, x: number): SpatialEntry => ({
      uuid: `e${String(index)}`,
      box: { x, y: index, width: 0.5, height: 0.5 },
      rotationDeg: 0,
      paintKey: paintKey(SECTION, index, `e${String(index)}`),
    });
    for (const count of [3, 40, 100]) {
      const index = createSpatialIndex();
      index.load(Array.from({ length: 100 }, (_, index) => entry(index, 0)));
      index.upsertAll(Array.from({ length: count }, (_, index) => entry(index, 5)));
      const found = index.search({ x: 4, y: -1, width: 3, height: 200 });
      expect(found).to.eql(Array.from({ length: count }, (_, index) => `e${String(index)}`));
      expect(index.search({ x: -1, y: -1, width: 3, height: 200 })).to.have.length(100 - count);
      index.remove('e0');
      expect(index.search({ x: 4, y: -1, width: 3, height: 200 })).to.eql(found.slice(1));
    }
  });

  it('agrees with a linear search after any updates (law)', () => {
    const number = fc.double({ min: -2, max: 2, noNaN: true });
    const size = fc.double({ min: 0, max: 1, noNaN: true });
    const box = fc.record({ x: number, y: number, width: size, height: size });
    const edit = fc.record({
      uuid: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      box: fc.option(box, { freq: 4 }),
      rotationDeg: fc.constantFrom(0, 30, 90, -45, 213),
      zIndex: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 40 }), box, (edits, query) => {
        const index = createSpatialIndex();
        const expectedEntries = new Map<string, SpatialEntry>();
        for (const { uuid, box, rotationDeg, zIndex } of edits) {
          const key = paintKey(SECTION, zIndex, uuid);
          if (box) {
            index.upsert(uuid, box, rotationDeg, key);
            expectedEntries.set(uuid, { uuid, box, rotationDeg, paintKey: key });
          } else {
            index.remove(uuid);
            expectedEntries.delete(uuid);
          }
        }
        const sorted = [...expectedEntries.values()].sort((a, b) =>
          a.paintKey < b.paintKey ? -1 : 1,
        );
        const expected = sorted.filter((each) =>
          boxesIntersect(boundsOfRotated(each.box, each.rotationDeg), query),
        );
        expect(index.search(query)).to.eql(expected.map((each) => each.uuid));
        const point = { x: query.x, y: query.y };
        const hit = sorted.filter(
          (each) =>
            boxesIntersect(boundsOfRotated(each.box, each.rotationDeg), {
              ...point,
              width: 0,
              height: 0,
            }) && containsPoint(each.box, each.rotationDeg, point),
        );
        expect(index.at(point)).to.eql(hit.reverse().map((each) => each.uuid));
        const loaded = createSpatialIndex();
        loaded.load(expectedEntries.values());
        expect(loaded.search(query)).to.eql(index.search(query));
        const batched = createSpatialIndex();
        batched.load(
          [...expectedEntries.values()].map((each) => ({ ...each, box: query, paintKey: '' })),
        );
        batched.upsertAll([...expectedEntries.values()]);
        expect(batched.search(query)).to.eql(index.search(query));
        expect(batched.size).to.equal(expectedEntries.size);
      }),
    );
  });
});
