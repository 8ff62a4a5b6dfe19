import { expect } from 'chai';
import { formatDayAndTime } from './formatDayAndTime.ts';
import { translateEnglish } from './i18n.ts';

describe('formatDayAndTime', () => {
  const nowMs = new Date(2026, 2, 5, 16, 0).getTime();
  const at = (locale: string, ...then: readonly [number, number, number, number, number]) =>
    formatDayAndTime(translateEnglish, locale, new Date(...then).getTime(), nowMs).replace(
      '\u202f',
      ' ',
    );

  it('names today, yesterday and other days, with the year if it is not this one [PB13]', () => {
    expect(at('en-GB', 2026, 2, 5, 14, 32)).to.equal('Today at 14:32');
    expect(at('en-US', 2026, 2, 5, 0, 5)).to.equal('Today at 12:05 AM');
    expect(at('en-GB', 2026, 2, 4, 23, 59)).to.equal('Yesterday at 23:59');
    expect(at('en-GB', 2026, 2, 3, 9, 7)).to.equal('3 March at 09:07');
    expect(at('en-US', 2025, 11, 31, 9, 7)).to.equal('December 31, 2025 at 9:07 AM');
  });

  it('accepts a malformed language tag from a host [PB13]', () => {
    expect(at('en_US', 2026, 2, 5, 14, 32)).to.equal('Today at 2:32 PM');
    expect(at('not a language', 2026, 2, 5, 14, 32)).to.match(/^Today at \d/);
  });
});
