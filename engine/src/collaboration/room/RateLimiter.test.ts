import { expect } from 'chai';
import { SimClock } from '../testing/SimClock.ts';
import { RateLimiter } from './RateLimiter.ts';

const scale = { type: 'set-reference-width', px: 700, scale: true };
const message = (...intents: unknown[]) => ({
  type: 'ops' as const,
  after: 0,
  ops: [{ mid: 1, baseSeq: 0, intents }],
});

describe('RateLimiter', () => {
  it('counts a command on the whole page by the blocks of the page [R44]', () => {
    const clock = new SimClock();
    const limiter = new RateLimiter(clock);
    const [one, two] = [message(scale), message(scale, scale)];
    for (let each = 0; each < 100; each++) expect(limiter.check(one, 0, 24)).to.equal(null);
    for (let each = 0; each < 3; each++) expect(limiter.check(two, 0, 10_000)).to.equal(null);
    const limited = limiter.check(two, 0, 10_000);
    expect(limited).to.deep.include({ retryAfterMs: 580 });
    clock.advance(580);
    expect(limiter.check(two, 0, 10_000)).to.equal(null);
    // A page that is too large for any burst delays what follows.
    clock.advance(60_000);
    expect(limiter.check(two, 0, 100_000)).to.equal(null);
    clock.advance(20_000);
    expect(limiter.check(message(), 1, 10)).not.to.equal(null);
    clock.advance(5000);
    expect(limiter.check(message(), 1, 10)).to.equal(null);
    limiter.chargeCommands({ mid: 1, baseSeq: 0, intents: [scale] }, 10_000);
    expect(limiter.check(message(), 1, 10)).not.to.equal(null);
  });
});
