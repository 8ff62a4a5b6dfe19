import { expect } from 'chai';
import { greetingAt } from './greetingAt.ts';
import { translate as t } from '../../messages/i18n.ts';
import { timeAgo } from './timeAgo.ts';

describe('timeAgo', () => {
  const now = new Date(2026, 5, 15, 12).getTime();
  for (const [seconds, text] of [
    [-5, 'just now'],
    [20, 'just now'],
    [60, '1 minute ago'],
    [7300, '2 hours ago'],
    [90_000, 'yesterday'],
    // Ten in the evening two days before, and the midnight after it.
    [136_800, '2 days ago'],
    [129_600, 'yesterday'],
    [600_000, '7 days ago'],
    [800_000, '1 week ago'],
    [40_000_000, '1 year ago'],
    [70_000_000, '2 years ago'],
  ] as const)
    it(`says ${text} after ${String(seconds)} seconds [HO6]`, () => {
      expect(timeAgo(t, now - seconds * 1000, now)).to.equal(text);
    });
});

describe('greetingAt', () => {
  it('changes at 4, 12 and 18 o’clock', () => {
    expect([3, 4, 11, 12, 17, 18, 23].map(greetingAt)).to.deep.equal([
      'evening',
      'morning',
      'morning',
      'afternoon',
      'afternoon',
      'evening',
      'evening',
    ]);
  });
});
