import { expect } from 'chai';
import type { ApiError } from '../shared/ApiError.ts';
import { BodyBudget, type BodyShare } from './BodyBudget.ts';

describe('BodyBudget', () => {
  const budget = () => new BodyBudget({ bytesPerAddress: 60, bytesInTotal: 100 });
  const codeOf = (work: () => void): string | null => {
    try {
      work();
      return null;
    } catch (error) {
      return (error as ApiError).code;
    }
  };

  it('refuses a body that takes its address over the limit, and returns its bytes [LM10]', () => {
    const bytes = budget();
    const [first, second] = ['a', 'a'].map((address) => bytes.open(address, () => undefined)) as [
      BodyShare,
      BodyShare,
    ];
    first.add(40);
    expect(codeOf(() => second.add(30))).to.equal('err_rate_limited');
    expect(bytes.bytes).to.equal(40);
    first.close();
    first.close();
    first.add(5);
    expect(bytes.bytes).to.equal(0);
  });

  it('gives up the oldest incomplete body of the address that has the most, for others [LM10]', () => {
    const bytes = budget();
    const lost: string[] = [];
    const open = (address: string, name: string, size: number): BodyShare => {
      const share = bytes.open(address, ({ code }) => lost.push(`${name} ${code}`));
      share.add(size);
      return share;
    };
    const complete = open('a', 'a1', 20);
    complete.complete();
    open('a', 'a2', 20);
    open('a', 'a3', 20);
    open('b', 'b1', 30);
    expect(lost).to.eql([]);
    open('c', 'c1', 25);
    expect(lost).to.eql(['a2 err_unavailable']);
    expect(bytes.bytes).to.equal(95);
  });

  it('refuses a body when everything is used by bodies that have arrived [LM10]', () => {
    const bytes = budget();
    for (const address of ['a', 'b']) {
      const share = bytes.open(address, () => undefined);
      share.add(50);
      share.complete();
    }
    const late = bytes.open('c', () => undefined);
    expect(codeOf(() => late.add(1))).to.equal('err_unavailable');
    expect(bytes.bytes).to.equal(100);
  });
});
