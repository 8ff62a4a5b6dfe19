import { expect } from 'chai';
import { runDatabaseRounds } from './runDatabaseRounds.ts';
import { runDiskRound } from './runDiskRound.ts';
import { runKillRounds } from './runKillRounds.ts';

/** The short form of `npm run faults -w host-server`. */
describe('publishing under fault', function () {
  this.timeout(600_000);

  it('leaves the old or the new page, complete, and loses no draft, whenever the server is killed [PU9]', async () => {
    const counts = await runKillRounds({ rounds: 3, seed: 3, builtMain: null });
    expect(counts.rounds).to.equal(3);
    expect(counts.old + counts.new + counts.aimed.migration).to.equal(3);
  });

  it('is the same when the database is killed or stops answering [PU9]', async () => {
    const counts = await runDatabaseRounds({ rounds: 2, seed: 3, builtMain: null });
    expect([counts.killed, counts.hung]).to.deep.equal([1, 1]);
    expect(counts.published + counts.refused).to.equal(2);
  });

  it('is refused in clear words while the disk is full, and works again once it is not [PU10]', async function () {
    const counts = await runDiskRound({ seed: 3, builtMain: null });
    // Who may not mount a disk cannot fill one.
    if (counts === null) this.skip();
    expect(counts.refused).to.equal(3);
  });
});
