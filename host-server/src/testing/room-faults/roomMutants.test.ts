import { expect } from 'chai';
import { runRoomFaults } from './runRoomFaults.ts';
import { type MutantName, ROOM_MUTANTS } from './roomMutants.ts';

/** `npm run faults:rooms -w host-server -- --mutants`. */
describe('rooms with a known fault', function () {
  this.timeout(600_000);

  for (const [name, { kind, rounds, caughtBy }] of Object.entries(ROOM_MUTANTS))
    it(`are noticed: ${name} [RO36]`, async function () {
      const [report] = await runRoomFaults({
        ...{ kinds: [kind], rounds, seed: 3, builtMain: null, patienceMs: Infinity },
        mutant: name as MutantName,
      });
      // Mounting a small disk needs root.
      if (report?.rounds === 0) this.skip();
      expect(report?.violations.some((each) => caughtBy.test(each))).to.equal(true);
    });
});
