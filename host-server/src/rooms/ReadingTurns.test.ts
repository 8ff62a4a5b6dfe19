import { expect } from 'chai';
import { type PausableConnection, ReadingTurns } from './ReadingTurns.ts';

class FakeConnection implements PausableConnection {
  isPaused = false;

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }
}

describe('the messages of an account', () => {
  const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const paused = (all: readonly FakeConnection[]): boolean[] => all.map(({ isPaused }) => isPaused);

  it('are read one large one in each turn, or those of 30 connections stop the server for half a second [RO34]', async () => {
    const turns = new ReadingTurns();
    const own = [1, 2, 3].map(() => new FakeConnection());
    const [first = expect.fail(), second = expect.fail()] = own;
    const other = new FakeConnection();
    const remove = own.map((each) => turns.add('1', each));
    turns.add('2', other);
    turns.received('1', first, 500);
    expect(paused(own)).to.eql([false, false, false]);
    turns.received('1', first, 200_000);
    expect(paused([...own, other])).to.eql([false, true, true, false]);
    // What has arrived already cannot wait.
    turns.received('1', second, 200_000);
    remove[2]?.();
    await nextTurn();
    expect(paused(own)).to.eql([false, false, false]);
    turns.received('1', second, 200_000);
    expect(paused(own)).to.eql([true, false, false]);
    await nextTurn();
    for (const each of remove) each();
    turns.received('1', second, 200_000);
    expect(paused([...own, other])).to.eql([false, false, false, false]);
  });
});
