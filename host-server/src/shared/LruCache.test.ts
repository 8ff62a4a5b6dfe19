import { expect } from 'chai';
import { memoize } from './LruCache.ts';

describe('memoize', () => {
  const counting = (max: number) => {
    const asked: string[] = [];
    const answer = memoize(max, (text) => {
      asked.push(text);
      return { text };
    });
    return { asked, answer };
  };

  it('computes each text once', () => {
    const { asked, answer } = counting(2);
    const first = answer('a');
    expect(answer('a')).to.equal(first);
    expect(asked).to.deep.equal(['a']);
  });

  it('limits its size, so that requests cannot fill the memory', () => {
    const { asked, answer } = counting(2);
    for (const text of ['a', 'b', 'c', 'b', 'c', 'a']) expect(answer(text)).to.deep.equal({ text });
    expect(asked).to.deep.equal(['a', 'b', 'c', 'a']);
  });

  it('does not memoize long texts', () => {
    const { asked, answer } = counting(2);
    const long = 'a'.repeat(301);
    answer(long);
    answer(long);
    expect(asked).to.have.length(2);
  });
});
