import { expect } from 'chai';
import { runRoomAttack } from './runRoomAttack.ts';

/** A short version of `npm run attack:rooms -w host-server`. */
describe('live rooms under attack', function () {
  this.timeout(480_000);

  it('serve honest editors, beside the attacker too, within bounded memory [RO30, RO34]', async function () {
    // The memory and the turns of the server are measured as Linux counts them.
    if (process.platform !== 'linux') this.skip();
    const attack = 'values in one room';
    const report = await runRoomAttack({
      ...{ attack, seconds: 4, builtMain: null, pages: 1 },
      // In four seconds, a busy machine may not get that far.
      isEnough: ({ alone, beside, outcomes }) =>
        [alone, beside].every(({ count }) => count > 2) &&
        outcomes['joined'] !== undefined &&
        outcomes['applied'] !== undefined,
    });
    expect(report.isAlive, report.output).to.equal(true);
    expect(report.failures).to.eql({});
    expect(report.outcomes).to.include.keys('joined', 'applied');
    for (const { count } of [report.alone, report.beside]) expect(count).to.be.above(2);
    expect(report.heapMb[1]).to.be.within(20, 600);
  });
});
