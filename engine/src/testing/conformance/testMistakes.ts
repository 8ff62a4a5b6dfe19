import { expect } from 'chai';
import { CobbleError } from '../../model/CobbleError.ts';
import type { ConformanceCase, ConformanceOptions } from './ConformanceCase.ts';

/** Ways to break an implementation, by what is wrong with it, by the case that must notice. */
export type Mistakes<Break> = Readonly<Record<string, Readonly<Record<string, Break>>>>;

/** Values that no call of an interface may resolve to. */
export const NONSENSE: readonly unknown[] = [
  ...[undefined, 'x', 5, 5n, Symbol('x'), {}, [1], [[1, 2]], () => 1],
  { epoch: '1', entries: [], snapshot: { seq: 0, page: {}, removed: [], horizonSeq: 0 } },
];

/**
 * Runs all cases, of which one must fail with the text, and none in another way than by an
 * expectation.
 */
export async function expectSentence(
  cases: readonly ConformanceCase[],
  text: string,
): Promise<void> {
  const problems: unknown[] = [];
  for (const { run } of cases) await run().catch((error: unknown) => problems.push(error));
  for (const problem of problems) {
    const isExpected = problem instanceof CobbleError && problem.code === 'conformance_failed';
    expect(isExpected, String(problem)).to.equal(true);
  }
  expect(problems.map(String).join()).to.include(text);
}

/**
 * Defines tests of a conformance suite: it passes an implementation without mistakes, and each case
 * fails for at least one mistake, with a message that says what was expected.
 *
 * @param casesOf the suite's cases for an implementation that a mistake has broken, or for one
 *   without mistakes
 */
export function testMistakes<Break>(
  casesOf: (breakIt: Break | null, options?: ConformanceOptions) => readonly ConformanceCase[],
  mistakes: Mistakes<Break>,
): void {
  for (const { name, run } of casesOf(null)) it(name, run);

  it('has a mistake for each case [R94]', () => {
    expect(Object.keys(mistakes).sort()).to.eql(
      casesOf(null)
        .map(({ name }) => name)
        .sort(),
    );
  });

  for (const [name, ofCase] of Object.entries(mistakes))
    for (const [mistake, breakIt] of Object.entries(ofCase))
      it(`finds one that ${mistake} [R94]`, async () => {
        const broken = casesOf(breakIt, { timeoutMs: 300 }).find((each) => each.name === name);
        const problem: unknown = await broken?.run().then(
          () => null,
          (error: unknown) => error,
        );
        expect(problem, name).to.be.instanceOf(CobbleError);
        expect((problem as CobbleError).code, name).to.equal('conformance_failed');
      });
}
