import { expect } from 'chai';
import fc from 'fast-check';
import { finish } from '../Work.ts';
import { inOrder, movedInOrder, type Numbered, resolveOrder } from './siblingOrder.ts';

const LIMITS = { min: 0, max: 100 };

/** Numbers of siblings, many of which are equal. */
const numbers = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1 })
  .chain((uuids) => {
    const number = fc.integer({ min: 10, max: 12 });
    const all = fc.array(number, { minLength: uuids.length, maxLength: uuids.length });
    return fc.tuple(fc.constant(uuids), all, all);
  });

describe('the order of siblings', () => {
  it('is the one that its sender saw, also if numbers are equal and in whatever order its parts are sent [R27]', () => {
    fc.assert(
      fc.property(numbers, fc.boolean(), ([uuids, before, after], isReversed) => {
        const withNumbers = (each: readonly number[]): Numbered[] =>
          uuids.map((uuid, index) => ({ uuid, number: each[index] ?? 0 }));
        const seen = inOrder(withNumbers(after)).map(({ uuid }) => uuid);
        const moved = movedInOrder(
          inOrder(withNumbers(before)).map(({ uuid }) => uuid),
          seen,
        );
        const requests = withNumbers(after).map(({ uuid, number }) => ({
          uuid,
          to: number,
          above: moved.has(uuid) ? (seen[seen.indexOf(uuid) - 1] ?? null) : undefined,
        }));
        const sent = isReversed ? requests.toReversed() : requests;
        const resolved = finish(resolveOrder(withNumbers(before), sent, LIMITS, () => []));
        expect(resolved.isModified).to.equal(false);
        const result = withNumbers(before).map(({ uuid, number }) => ({
          uuid,
          number: resolved.numbers.get(uuid) ?? number,
        }));
        expect(result).to.eql(withNumbers(after));
      }),
    );
  });
});
