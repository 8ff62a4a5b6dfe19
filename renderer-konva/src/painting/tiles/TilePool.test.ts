import { expect } from 'chai';
import fc from 'fast-check';
import { TilePool } from './TilePool.ts';

describe('the pool of bitmaps', () => {
  it('never exceeds its capacity, and reuses released bitmaps', () => {
    const step = fc.oneof(
      fc.constant({ do: 'take' as const }),
      fc.record({ do: fc.constant('give' as const), which: fc.nat(50) }),
      fc.record({ do: fc.constant('resize' as const), to: fc.nat(12) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        let next = 0;
        const pool = new TilePool(() => (next += 1));
        pool.setCapacity(6);
        let maxCapacity = 6;
        const used: number[] = [];
        for (const each of steps) {
          if (each.do === 'take') {
            const before = next;
            const bitmap = pool.take();
            if (bitmap === null) expect(used.length).to.be.at.least(pool.capacity);
            else {
              expect(used).to.not.include(bitmap);
              used.push(bitmap);
              if (next > before) expect(used.length).to.equal(pool.size);
            }
          } else if (each.do === 'give') {
            const [bitmap] = used.splice(each.which % Math.max(1, used.length), 1);
            if (bitmap !== undefined) pool.release(bitmap);
          } else {
            pool.setCapacity(each.to);
            maxCapacity = Math.max(maxCapacity, each.to);
          }
          expect(pool.size).to.be.at.most(Math.max(pool.capacity, used.length));
          expect(pool.size).to.be.at.most(maxCapacity);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('returns null when the browser is out of memory', () => {
    const pool = new TilePool(() => null);
    pool.setCapacity(3);
    expect(pool.take()).to.equal(null);
    expect(pool.size).to.equal(0);
  });
});
