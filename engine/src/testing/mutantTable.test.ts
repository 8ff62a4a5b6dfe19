import { expect } from 'chai';

interface Mutant {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly tests: readonly string[];
}

const tool = async (name: string): Promise<unknown> =>
  import(new URL(`../../tools/${name}.mjs`, import.meta.url).href);

describe('the table of mutants', () => {
  it('has only code that occurs exactly once, and tests that exist', async () => {
    const { MUTANTS } = (await tool('mutantTable')) as { MUTANTS: readonly Mutant[] };
    const { outdatedMutants } = (await tool('outdatedMutants')) as {
      outdatedMutants: (mutants: readonly Mutant[]) => readonly string[];
    };
    expect(MUTANTS).to.have.length.greaterThan(50);
    expect(outdatedMutants(MUTANTS)).to.eql([]);

    const [first] = MUTANTS;
    if (!first) throw new Error('no mutants');
    const removed = { ...first, from: 'code that was removed' };
    expect(outdatedMutants([removed, { ...first, tests: ['gone.test.ts'] }])).to.have.length(2);
    const unchanged = MUTANTS.filter(({ from, to }) => from === to);
    expect(unchanged).to.eql([]);
  });
});
