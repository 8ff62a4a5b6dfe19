import { expect } from 'chai';
import { runRoomFaults } from './runRoomFaults.ts';

/** A short version of `npm run faults:rooms -w host-server`, without its time limits. */
describe('rooms with injected faults', function () {
  this.timeout(300_000);
  it('lose no edit, and store none twice, when the server is killed while people edit [RO36]', async () => {
    const { violations, counts } = await runRoomFaults({
      ...{ kind: 'server', seed: 3, builtMain: null, rounds: 1, patienceMs: Infinity },
    });
    expect(violations).to.eql([]);
    expect(counts.stored).to.be.above(0);
  });
});
