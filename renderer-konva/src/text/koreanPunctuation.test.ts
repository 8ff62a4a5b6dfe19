import { expect } from 'chai';
import { koreanPunctuation } from './koreanPunctuation.ts';

const marked = (text: string): string | null => {
  const marks = koreanPunctuation(text);
  return marks && Array.from(marks, (mark, at) => (mark === 1 ? text.charAt(at) : '')).join('');
};

describe('full-width punctuation in the Korean font', () => {
  it('includes punctuation after Korean letters, across spaces and other punctuation', () => {
    expect(marked('자갈길「今日」')).to.equal('「');
    expect(marked('빵과 ——「今日」 빵과（下）。')).to.equal('「（');
  });

  it('excludes punctuation after other letters, emoji, tabs and line breaks', () => {
    for (const text of ['石「今日」', 'abc「', '가🙂「', '가\t「', '가\n「', '가나 abc', '「가'])
      expect(marked(text), text).to.equal(null);
  });
});
