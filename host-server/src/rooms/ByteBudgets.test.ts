import { expect } from 'chai';
import { ByteBudgets } from './ByteBudgets.ts';

describe('how many bytes each account may send', () => {
  it('is some at once, and then so many a second, whatever others send [RO13]', () => {
    const budgets = new ByteBudgets(100, 10);
    expect(budgets.take('ada', 60, 0)).to.equal(true);
    expect(budgets.take('ada', 60, 1000)).to.equal(false);
    expect(budgets.take('ben', 100, 1000)).to.equal(true);
    expect(budgets.take('ada', 60, 8000)).to.equal(true);
    expect(budgets.leftOf('ada', 60_000)).to.equal(100);
  });

  it('counts what is refused, or sending too much again and again would cost nothing [RO13]', () => {
    const budgets = new ByteBudgets(100, 10);
    for (let sent = 0; sent < 5; sent += 1) budgets.take('mallory', 60, 0);
    expect(budgets.leftOf('mallory', 0)).to.equal(-200);
    // Others are counted, and dropped, meanwhile.
    for (let now = 0; now <= 20_000; now += 1000) budgets.take('ada', 10, now);
    expect(budgets.take('mallory', 1, 20_000)).to.equal(false);
    expect(budgets.take('mallory', 1, 21_000)).to.equal(true);
  });
});
