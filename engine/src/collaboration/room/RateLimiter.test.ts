import { expect } from 'chai';
import fc from 'fast-check';
import { ROOM_LIMITS } from '../protocol/limits.ts';
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

  const opsOf = (count: number) => ({
    type: 'ops' as const,
    after: 0,
    ops: Array.from({ length: count }, (_, index) => ({ mid: index + 1, baseSeq: 0, intents: [] })),
  });

  it('does not delay a client further for ops that it has refused [R19]', () => {
    const clock = new SimClock();
    const limiter = new RateLimiter(clock);
    expect(limiter.check(opsOf(1), ROOM_LIMITS.charBurst, 0)).to.equal(null);
    // A client that comes back sends all its pending ops at once.
    for (let each = 0; each < 20; each++)
      for (const count of [100, 99])
        expect(limiter.check(opsOf(count), 400_000, 0)).to.eql({ retryAfterMs: 900 });
    clock.advance(900);
    expect(limiter.check(opsOf(100), 400_000, 0)).to.equal(null);
  });

  it('tells a client that exceeds only the op limit to wait for that limit alone [R19]', () => {
    const clock = new SimClock();
    const limiter = new RateLimiter(clock);
    expect(limiter.check(opsOf(ROOM_LIMITS.opBurst), ROOM_LIMITS.charBurst, 0)).to.equal(null);
    clock.advance(1000);
    expect(limiter.check(opsOf(51), 400_000, 0)).to.eql({ retryAfterMs: 120 });
  });

  it('accepts no more than the limits from a flood, and a refused message after the stated delay [R19]', () => {
    const { opBurst, opsPerSecond, charBurst, charsPerSecond } = ROOM_LIMITS;
    const sent = fc.record({
      ops: fc.integer({ min: 1, max: 100 }),
      chars: fc.nat({ max: 1_000_000 }),
      afterMs: fc.nat({ max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 300, size: 'max' }), sent, (flood, last) => {
        const clock = new SimClock();
        const limiter = new RateLimiter(clock);
        const accepted = { ops: 0, chars: 0 };
        let elapsedMs = 0;
        for (const { ops, chars, afterMs } of flood) {
          clock.advance(afterMs);
          elapsedMs += afterMs;
          if (limiter.check(opsOf(ops), chars, 0) !== null) continue;
          accepted.ops += ops;
          accepted.chars += chars;
        }
        expect(accepted.ops).to.be.at.most(opBurst + (elapsedMs / 1000) * opsPerSecond + 1);
        expect(accepted.chars).to.be.at.most(charBurst + (elapsedMs / 1000) * charsPerSecond + 1);
        const limited = limiter.check(opsOf(last.ops), last.chars, 0);
        if (limited === null || limited === 'drop') return;
        clock.advance(limited.retryAfterMs);
        expect(limiter.check(opsOf(last.ops), last.chars, 0)).to.equal(null);
      }),
      { numRuns: 200, seed: 5 },
    );
  });
});
