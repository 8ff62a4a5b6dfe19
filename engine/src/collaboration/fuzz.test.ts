import { expect } from 'chai';
import { type Flaw, FLAWS } from './testing/flaws.ts';
import { FOUND_SEEDS } from './testing/foundSeeds.ts';
import { fuzzSeed } from './testing/fuzzRooms.ts';

const SEEDS = process.env.CI ? 500 : 50;
const COMMANDS = process.env.CI ? 200 : 100;
/** So many ops of a course of events are stored on average at least, or it would show little. */
const LEAST_STORED = COMMANDS / 4;
/** A mistake made on purpose shows sooner. */
const COMMANDS_OF_FLAWED = 100;
const SEEDS_OF_FLAWED = Array.from({ length: 150 }, (_, index) => index + 1);

describe('rooms under fire', function () {
  this.timeout(600_000);

  it('hold their invariants for any course of events [R3, R4, R5, R6, R7, R8, R9, R10, R11, R12, R14, R17, R39]', async () => {
    let stored = 0;
    const onStored = (ops: number): void => void (stored += ops);
    for (let seed = 1; seed <= SEEDS; seed++)
      expect(await fuzzSeed(seed, { maxCommands: COMMANDS, onStored })).to.equal(null);
    expect(stored / SEEDS).to.be.at.least(LEAST_STORED);
  });

  for (const { seed, maxCommands, showed } of FOUND_SEEDS)
    it(`hold them where once ${showed} (seed ${seed})`, async () => {
      expect(await fuzzSeed(seed, { maxCommands, hasSteadyRoles: true })).to.equal(null);
    });

  for (const [name, flaw] of Object.entries(FLAWS))
    it(`would notice: ${name} [R15]`, async () => {
      expect(await firstCatch(flaw)).to.match(flaw.caughtBy);
    });
});

/** What notices a flaw: by the seed that is known to show it, or else by another. */
async function firstCatch({ flaws, caughtBy, shownBy = 1 }: Flaw): Promise<string | null> {
  for (const seed of [shownBy, ...SEEDS_OF_FLAWED.filter((each) => each !== shownBy)]) {
    const found = await fuzzSeed(seed, { maxCommands: COMMANDS_OF_FLAWED, flaws });
    const violation = found?.replace(/^seed \d+: /, '') ?? '';
    if (caughtBy.test(violation)) return violation;
  }
  return null;
}
