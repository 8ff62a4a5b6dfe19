import { expect } from 'chai';
import { ROOM_LIMITS } from '../protocol/limits.ts';
import { SimClock } from '../testing/SimClock.ts';
import { createWorkBudgets } from './WorkBudgets.ts';

describe('the working time of an account', () => {
  it('is some at once, and then a share of each second [R77]', () => {
    const clock = new SimClock();
    const budgets = createWorkBudgets(clock);
    budgets.spend(1, ROOM_LIMITS.workBurstMs);
    expect([budgets.waitMs(1), budgets.mayBegin(1)]).to.eql([0, true]);
    budgets.spend(1, ROOM_LIMITS.workMsPerSecond);
    expect([budgets.waitMs(1), budgets.mayBegin(1)]).to.eql([1000, false]);
    expect([budgets.waitMs(2), budgets.mayBegin(2)], 'of another one').to.eql([0, true]);
    clock.advance(1000);
    expect([budgets.waitMs(1), budgets.mayBegin(1)]).to.eql([0, true]);
  });

  it('that one op has used up does not keep its sender out for long [R77]', () => {
    const budgets = createWorkBudgets(new SimClock());
    budgets.spend(1, 1e9);
    const { maxWorkDebtMs, workMsPerSecond } = ROOM_LIMITS;
    expect(budgets.waitMs(1)).to.equal((maxWorkDebtMs / workMsPerSecond) * 1000);
  });

  it('is used by one long op at a time [R77]', () => {
    const budgets = createWorkBudgets(new SimClock());
    const end = budgets.hold(1);
    expect([budgets.mayBegin(1), budgets.mayBegin(2), budgets.waitMs(1)]).to.eql([false, true, 0]);
    end();
    expect(budgets.mayBegin(1)).to.equal(true);
  });

  it('is only kept while it is not complete, so that accounts do not fill the memory [R77]', () => {
    const clock = new SimClock();
    const budgets = createWorkBudgets(clock);
    for (let account = 1; account <= 1000; account += 1) budgets.spend(account, 10);
    clock.advance(1000);
    budgets.spend(1, 10);
    const { left } = budgets as unknown as { readonly left: ReadonlyMap<number, unknown> };
    expect([...left.keys()]).to.eql([1]);
  });
});
