import { expect } from 'chai';
import fc from 'fast-check';
import { makeTestSection } from '../../testing/makeTestPage.ts';
import { hostileOps, problemWith } from '../testing/hostileOps.ts';
import { finish } from '../Work.ts';
import { resolveOrder } from './siblingOrder.ts';

const SIZE = { width: 0.1, height: 0.1, rotationDeg: 0 };
const move = (uuid: string, parentUuid: string): object => ({
  uuid,
  position: { parentUuid, seenParentUuid: parentUuid, x: 0, y: 0, ...SIZE },
});

describe('an op that no editor sends', () => {
  it('takes a limited time and leaves a valid page, whatever it contains, so that nobody can stop a room [R79, R2]', function () {
    this.timeout(300_000);
    fc.assert(
      fc.property(hostileOps, (ops) => {
        expect(problemWith(ops)).to.equal(null);
      }),
      {
        numRuns: Number(process.env['HOSTILE_OPS'] ?? 300),
        seed: Number(process.env['HOSTILE_SEED'] ?? 1),
      },
    );
  });

  it('may put a group into itself and remove it, without an exception [R79, R33]', () => {
    const cycle = { type: 'update-things', updated: [move('g0', 'g2')] };
    for (const replay of [{}, { replay: true }])
      expect(
        problemWith([
          [cycle, { type: 'remove-things', removedUuids: ['g0', 'g1', 'g2'], ...replay }],
        ]),
      ).to.equal(null);
  });

  it('may add thousands of groups inside each other and remove them, without an exception [R79, R33]', () => {
    const things = Array.from({ length: 10_000 }, (_, index) =>
      makeTestSection(`n${String(index)}`, {
        parentUuid: index === 0 ? 's1' : `n${String(index - 1)}`,
      }),
    );
    const add = { type: 'add-things', things };
    const problem = problemWith([
      [add, { type: 'remove-things', removedUuids: ['n0'] }],
      [add],
      [{ type: 'restore-things', things, replay: true }],
    ]);
    expect(problem).to.satisfy(
      (each: string | null) => each === null || each.includes('too many steps'),
    );
  });

  it('may name a block thousands of times in an order, of which the last time counts [R79]', () => {
    const siblings = ['a', 'b', 'c'].map((uuid, index) => ({ uuid, number: index * 10 }));
    const requests = Array.from({ length: 1000 }, (_, index) => ({
      uuid: 'a',
      to: index,
      above: index === 999 ? 'b' : null,
    }));
    const work = resolveOrder(siblings, requests, { min: 0, max: 100 }, (count) =>
      Array.from({ length: count }, (_, index) => index),
    );
    const { numbers } = finish(work);
    expect([...numbers.keys()]).to.eql(['a']);
    expect(numbers.get('a')).to.be.within(11, 19);
  });
});
