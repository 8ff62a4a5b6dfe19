import { expect } from 'chai';
import { RoomStage } from '../room-load/RoomStage.ts';
import type { BenchOptions } from './BenchOptions.ts';
import { atLeast, atMost, compared, describeFigures, isMissed, type Measured } from './figures.ts';
import { measureLostNetworks, measureReconnecting, measureViewers } from './measureConnections.ts';
import { measureDeliveries } from './measureLoad.ts';

/** A tiny version of `npm run bench:rooms -w host-server`, without its limits. */
describe('the benchmark of rooms', function () {
  this.timeout(300_000);
  const options: BenchOptions = { size: 'tiny', minutes: 0, log: () => undefined };
  let stage: RoomStage;

  before(async () => {
    stage = await RoomStage.create({ builtMain: null });
  });
  after(() => stage.close());

  function expectMeasured({ figures }: Measured): void {
    for (const { value, what } of figures)
      // A fast machine is never late.
      if (!what.includes("clients' own process")) expect(value, what).to.be.above(0);
  }

  it('measures deliveries beside others, and that all clients have the same page [RO35]', async () => {
    expectMeasured(await measureDeliveries(stage, options));
  });

  it('measures viewers, reconnects and lost networks, after which no edit is missing [RO35]', async () => {
    for (const measure of [measureViewers, measureReconnecting, measureLostNetworks])
      expectMeasured(await measure(stage, options));
  });

  it('says which limit a figure misses, or nobody would look [RO35]', () => {
    expect([atMost('a', 4, 5), atMost('a', 6, 5), atMost('a', NaN, 5)].map(isMissed)).to.eql([
      false,
      true,
      true,
    ]);
    expect([atLeast('a', 5, 5, ''), atLeast('a', 4, 5, '')].map(isMissed)).to.eql([false, true]);
    expect(isMissed(compared('a', 9))).to.equal(false);
    const lines = describeFigures({ figures: [atMost('p99', 61.4, 50)], notes: [] });
    expect(lines.join()).to.match(/p99 +61\.4 ms, at most 50: MISSED/);
  });
});
