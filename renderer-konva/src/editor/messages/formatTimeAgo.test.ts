import { expect } from 'chai';
import { formatTimeAgo } from './formatTimeAgo.ts';
import { translateEnglish } from './i18n.ts';

describe('formatTimeAgo', () => {
  const cases: readonly (readonly [elapsedMs: number, text: string])[] = [
    [-5000, 'very recently'],
    [59_000, 'very recently'],
    [60_000, 'a minute ago'],
    [150_000, '2 minutes ago'],
    [3_600_000, 'an hour ago'],
    [10_800_000, '3 hours ago'],
    [86_400_000, 'a day ago'],
    [259_200_000, '3 days ago'],
  ];
  for (const [elapsed, text] of cases)
    it(`says "${text}" after ${String(elapsed)} ms [PB7]`, () => {
      expect(formatTimeAgo(translateEnglish, 1e12 - elapsed, 1e12)).to.equal(text);
    });
});
