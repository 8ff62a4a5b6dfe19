import { expect } from 'chai';
import { memoize, memoizeByObject } from './memoize.ts';

describe('memoize', () => {
  /** A memoized function, and the keys that it was computed for. */
  const counting = (maxEntries: number, maxKeyLength?: number) => {
    const computed: string[] = [];
    const read = memoize(
      (text: string) => {
        computed.push(text);
        return text === 'none' ? null : { text };
      },
      { maxEntries, ...(maxKeyLength === undefined ? {} : { maxKeyLength }) },
    );
    return { computed, read };
  };

  it('computes once per key, even if the result is null', () => {
    const { computed, read } = counting(10);
    expect(read('red')).to.equal(read('red'));
    expect([read('none'), read('none')]).to.deep.equal([null, null]);
    expect(computed).to.deep.equal(['red', 'none']);
  });

  it('computes once per key, even if the result is undefined, until cleared', () => {
    const computed: string[] = [];
    const compute = memoize(
      (text: string, scale: number) => {
        computed.push(text);
        return text === '' ? undefined : text.length * scale;
      },
      { maxEntries: 10 },
      (text, scale) => `${text} ${String(scale)}`,
    );
    const results = [compute('ab', 2), compute('ab', 2), compute('', 1), compute('', 1)];
    expect(results).to.deep.equal([4, 4, undefined, undefined]);
    expect(computed).to.deep.equal(['ab', '']);
    compute.clear();
    compute('ab', 2);
    expect(computed).to.deep.equal(['ab', '', 'ab']);
  });

  it('drops the oldest result when it is full', () => {
    const { computed, read } = counting(2);
    for (const text of ['a', 'b', 'a', 'c', 'b', 'c', 'a'])
      expect(read(text)).to.deep.equal({ text });
    expect(computed).to.deep.equal(['a', 'b', 'c', 'a']);
  });

  it('does not grow beyond its limit', () => {
    const { computed, read } = counting(2000);
    for (let index = 0; index < 5000; index += 1) read(`color${String(index)}`);
    read('color0');
    expect(computed.length).to.equal(5001);
    read('color4999');
    expect(computed.length).to.equal(5001);
  });

  it('does not store results for long keys', () => {
    const { computed, read } = counting(10, 64);
    const long = 'x'.repeat(65);
    expect(read(long)).to.deep.equal(read(long));
    expect(computed).to.deep.equal([long, long]);
  });
});

describe('memoizeByObject', () => {
  it('computes once per object, until cleared', () => {
    let calls = 0;
    const compute = memoizeByObject((key: { readonly n: number }, by: number) => {
      calls += 1;
      return key.n * by;
    });
    const key = { n: 2 };
    expect([compute(key, 3), compute(key, 3), compute({ n: 2 }, 3)]).to.deep.equal([6, 6, 6]);
    expect(calls).to.equal(2);
    compute.clear();
    compute(key, 3);
    expect(calls).to.equal(3);
  });
});
