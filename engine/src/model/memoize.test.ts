import { expect } from 'chai';
import { memoize } from './memoize.ts';

describe('a function that keeps its answers', () => {
  it('asks once for each text, also where the answer is null, and keeps no long ones', () => {
    const asked: string[] = [];
    const read = memoize((text) => {
      asked.push(text);
      return text === 'none' ? null : { text };
    });
    expect(read('red')).to.equal(read('red'));
    expect([read('none'), read('none')]).to.deep.equal([null, null]);
    expect(asked).to.deep.equal(['red', 'none']);
    const long = 'x'.repeat(65);
    expect(read(long)).to.deep.equal(read(long));
    expect(asked.slice(2)).to.deep.equal([long, long]);
  });

  it('does not grow without end', () => {
    let count = 0;
    const read = memoize((text) => {
      count += 1;
      return text;
    });
    for (let at = 0; at < 5000; at += 1) read(`color${String(at)}`);
    read('color0');
    expect(count).to.equal(5001);
    read('color4999');
    expect(count).to.equal(5001);
  });
});
