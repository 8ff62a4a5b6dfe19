import { expect } from 'chai';
import { ATTACK_NAMES } from './attacks.ts';
import { runUnderAttack } from './runUnderAttack.ts';

/** A short version of `npm run bench:hostile -w host-server`, without its time limits. */
describe('a server under attack', function () {
  this.timeout(480_000);

  it('stays alive within bounded memory, and serves visitors and honest users [LM5, LM6, LM7, LM8, LM10, LM11, LM12, LM14]', async function () {
    // Clients have loopback addresses of their own, which not every system has.
    if (process.platform !== 'linux') this.skip();
    const expected = [
      ['brotli bombs', 'err_bad_request'],
      ['idle connections', 'err_rate_limited'],
      ['bodies in chunks of one byte', 'err_bad_request'],
    ] as const;
    const report = await runUnderAttack({
      ...{ seconds: 5, attacks: ATTACK_NAMES, builtMain: null },
      // The machine may be busy with other tests.
      ...{ visitsPerSecond: 20, patienceMs: 120_000 },
      isEnough: ({ visits, attacks }) =>
        visits.count > 20 &&
        ATTACK_NAMES.every((name) => attacks[name] !== undefined) &&
        expected.every(([name, outcome]) => attacks[name]?.[outcome] !== undefined),
    });
    expect(report.isAlive, report.output).to.equal(true);
    for (const [kind, { failures, latencies }] of Object.entries(report.honest)) {
      expect(failures, kind).to.eql([]);
      expect(latencies.count, kind).to.be.above(0);
    }
    expect([...report.failedVisits]).to.eql([]);
    expect(report.visits.count).to.be.above(20);
    expect(report.memory.total / 1024 / 1024).to.be.within(50, 1500);
    expect(Object.keys(report.attacks)).to.have.members(ATTACK_NAMES);
    const outcomes = (name: string): readonly string[] => Object.keys(report.attacks[name] ?? {});
    for (const [name, outcome] of expected) expect(outcomes(name), name).to.include(outcome);
    expect(outcomes('brotli bombs')).not.to.include('200');
    // Four addresses may send five requests each; a slow machine does not get that far.
    const links = report.attacks['sign-in links for somebody else'] ?? {};
    expect(links['200']).to.be.at.most(20);
  });
});
