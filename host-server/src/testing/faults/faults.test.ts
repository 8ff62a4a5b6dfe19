import { expect } from 'chai';
import { runDatabaseRounds } from './runDatabaseRounds.ts';
import { runDiskRound } from './runDiskRound.ts';
import { runKillRounds } from './runKillRounds.ts';

/** A short version of `npm run faults -w host-server`. */
describe('publishing with injected faults', function () {
  this.timeout(600_000);

  it('serves the complete old or new page and loses no draft when the server is killed [PU9]', async () => {
    const counts = await runKillRounds({ rounds: 3, seed: 3, builtMain: null });
    expect(counts.rounds).to.equal(3);
    expect(counts.old + counts.new + counts.aimed.migration).to.equal(3);
  });

  it('does the same when the database is killed, hangs, or its response is lost [PU9]', async () => {
    const counts = await runDatabaseRounds({ rounds: 3, seed: 3, builtMain: null });
    expect(counts.faults).to.deep.equal({ killed: 1, hung: 1, unanswered: 1 });
    expect(counts.published + counts.refused).to.equal(3);
  });

  it('fails with a retryable error while the disk is full, and recovers afterwards [PU10]', async function () {
    const counts = await runDiskRound({ seed: 3, builtMain: null });
    // Mounting a small disk needs root.
    if (counts === null) this.skip();
    expect(counts.refused).to.equal(3);
  });
});
