import { expect } from 'chai';
import { koreanPunctuation } from './koreanPunctuation.ts';

const marked = (text: string): string | null => {
  const signs = koreanPunctuation(text);
  return signs && Array.from(signs, (sign, at) => (sign === 1 ? text.charAt(at) : '')).join('');
};

describe('full-width signs in the font of Korean letters', () => {
  it('are those that follow Korean, over spaces and signs too', () => {
    expect(marked('자갈길「今日」')).to.equal('「');
    expect(marked('빵과 ——「今日」 빵과（下）。')).to.equal('「（');
  });

  it('are none after other letters, emoji, tabs and breaks', () => {
    for (const text of ['石「今日」', 'abc「', '가🙂「', '가\t「', '가\n「', '가나 abc', '「가'])
      expect(marked(text), text).to.equal(null);
  });
});
