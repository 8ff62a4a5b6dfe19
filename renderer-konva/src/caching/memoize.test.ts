import { expect } from 'chai';
import { memoize, memoizeByObject } from './memoize.ts';

describe('memoize', () => {
  it('computes once per key, undefined included', () => {
    const calls: string[] = [];
    const compute = memoize(
      (text: string) => {
        calls.push(text);
        return text === '' ? undefined : text.length;
      },
      (text) => text,
    );
    expect([compute('ab'), compute('ab'), compute(''), compute('')]).to.deep.equal([
      2,
      2,
      undefined,
      undefined,
    ]);
    expect(calls).to.deep.equal(['ab', '']);
    compute.clear();
    compute('ab');
    expect(calls).to.deep.equal(['ab', '', 'ab']);
  });

  it('drops all results when it is full', () => {
    let calls = 0;
    const compute = memoize(
      (n: number) => {
        calls += 1;
        return n;
      },
      String,
      2,
    );
    for (const n of [1, 2, 1, 3, 1]) compute(n);
    expect(calls).to.equal(4);
  });
});

describe('memoizeByObject', () => {
  it('computes once per object', () => {
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
