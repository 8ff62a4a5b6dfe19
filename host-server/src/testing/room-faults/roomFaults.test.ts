import { expect } from 'chai';
import { requirePrograms } from '../../rooms/testing/requirePrograms.ts';
import type { FaultKind } from './faults.ts';
import { runRoomFaults } from './runRoomFaults.ts';

/** A short version of `npm run faults:rooms -w host-server`, without its time limits. */
describe('rooms with injected faults', function () {
  this.timeout(240_000);

  /** One round of each, in the same rooms. */
  async function checkThatNothingIsLost(...kinds: FaultKind[]): Promise<void> {
    const reports = await runRoomFaults({
      ...{ kinds, seed: 3, builtMain: null, rounds: 1, patienceMs: Infinity },
    });
    expect(reports.flatMap(({ violations }) => violations)).to.eql([]);
    expect(reports.filter(({ counts }) => counts.stored > 0).map(({ kind }) => kind)).to.eql(kinds);
  }

  it('lose no edit, and store none twice, when the server, Postgres, clocks and networks fail while people edit [RO36]', async () => {
    await checkThatNothingIsLost('server', 'postgres', 'clock', 'network');
  });

  it('lose no edit, and store none twice, when Redis or the server that owns them fails while another forwards to it [RO36]', async () => {
    requirePrograms('redis-server');
    await checkThatNothingIsLost('redis', 'lease', 'redis');
  });
});
