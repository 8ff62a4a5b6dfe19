import { expect } from 'chai';
import { fuzzSeed } from './testing/fuzzRooms.ts';
import { type Mutant, MUTANTS } from './testing/mutants.ts';
import { REGRESSION_SEEDS } from './testing/regressionSeeds.ts';

/**
 * `npm run fuzz -w engine` runs more. The mutants show what these would find: the last of them to be
 * caught is caught by seed 46, in half as many commands as these have in CI.
 */
const SEEDS = process.env.CI ? 120 : 25;
const COMMANDS = process.env.CI ? 200 : 100;
/**
 * The average number of stored ops per run below which the runs would prove little. The actual
 * average is about a quarter of the commands, and shifts slightly when a single run changes.
 */
const MIN_STORED = COMMANDS / 5;
/** Mutants are caught in shorter runs. */
const MUTANT_COMMANDS = 100;
const MUTANT_SEEDS = Array.from({ length: 150 }, (_, index) => index + 1);

describe('rooms under fuzzing', function () {
  this.timeout(1_200_000);

  it('keep all invariants in random runs [R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R17, R39]', async () => {
    let stored = 0;
    const onStored = (ops: number): void => void (stored += ops);
    for (let seed = 1; seed <= SEEDS; seed++)
      expect(await fuzzSeed(seed, { commandCount: COMMANDS, onStored })).to.equal(null);
    expect(stored / SEEDS).to.be.at.least(MIN_STORED);
  });

  for (const { seed, commandCount, revealed } of REGRESSION_SEEDS)
    it(`keep them with unchanging roles for seed ${seed}, which once revealed ${revealed}`, async () => {
      expect(await fuzzSeed(seed, { commandCount, hasSteadyRoles: true })).to.equal(null);
    });

  for (const [name, mutant] of Object.entries(MUTANTS))
    it(`violate an invariant as a mutant: ${name} [R15]`, async () => {
      expect(await firstCatch(mutant)).to.match(mutant.caughtBy);
    });
});

/** Returns the first violation that catches a mutant. Starts with the seed that reveals it. */
async function firstCatch({ faults, caughtBy, revealedBy = 1 }: Mutant): Promise<string | null> {
  for (const seed of [revealedBy, ...MUTANT_SEEDS.filter((each) => each !== revealedBy)]) {
    const found = await fuzzSeed(seed, { commandCount: MUTANT_COMMANDS, faults });
    const violation = found?.replace(/^seed \d+: /, '') ?? '';
    if (caughtBy.test(violation)) return violation;
  }
  return null;
}
