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
    const bytes = new BodyBudget({ bytesPerAddress: 60, bytesInTotal: 120 });
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
    open('c', 'c1', 20);
    expect(lost).to.eql(['a2 err_unavailable']);
    expect(bytes.bytes).to.equal(90);
  });

  it('keeps room for addresses with few bytes when the rest is used by bodies that have arrived [LM10]', () => {
    const bytes = budget();
    const store = (address: string, size: number): string | null => {
      const share = bytes.open(address, () => expect.fail());
      const code = codeOf(() => share.add(size));
      share.complete();
      return code;
    };
    expect([store('a', 50), store('b', 25), store('b', 1)]).to.eql([null, null, 'err_unavailable']);
    expect([store('c', 12), store('d', 12)]).to.eql([null, null]);
    expect(store('d', 12), 'no longer few').to.equal('err_unavailable');
    expect(store('e', 2), 'nothing is left').to.equal('err_unavailable');
    expect(bytes.bytes).to.equal(99);
  });

  it('refuses a body that grows, not an incomplete one of an address that has less [LM10]', () => {
    const bytes = budget();
    const first = bytes.open('a', () => expect.fail());
    first.add(40);
    first.complete();
    for (const address of ['b', 'c', 'd', 'e']) bytes.open(address, () => expect.fail()).add(12);
    // Its parsed values.
    expect(codeOf(() => first.add(15))).to.equal('err_unavailable');
    expect(bytes.bytes).to.equal(48);
  });
});
