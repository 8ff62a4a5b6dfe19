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

  it('are read one large one in each turn, or those of 30 connections stop the server for half a second [RO34]', async () => {
    const turns = new ReadingTurns();
    const read: string[] = [];
    const [one, two, other] = [1, 2, 3].map(() => new FakeConnection()) as [
      FakeConnection,
      FakeConnection,
      FakeConnection,
    ];
    const receive = (accountId: string, connection: FakeConnection, name: string): void => {
      const bytes = name.startsWith('large') ? 200_000 : 500;
      turns.read(accountId, { connection, bytes, read: () => void read.push(name) });
    };
    receive('1', one, 'small 1');
    receive('1', two, 'large 1');
    receive('1', one, 'small 2');
    receive('1', two, 'large 2');
    receive('1', one, 'large 3');
    receive('1', one, 'small 3');
    receive('2', other, 'large of another');
    expect(read).to.eql(['small 1', 'large 1', 'large of another']);
    expect([one, two, other].map(({ isPaused }) => isPaused)).to.eql([true, true, false]);
    await nextTurn();
    expect(read.splice(0)).to.eql([
      ...['small 1', 'large 1', 'large of another', 'small 2', 'large 2'],
    ]);
    expect([one, two].map(({ isPaused }) => isPaused)).to.eql([true, false]);
    await nextTurn();
    expect(read.splice(0)).to.eql(['large 3']);
    await nextTurn();
    expect(read.splice(0)).to.eql(['small 3']);
    expect(one.isPaused).to.equal(false);
    receive('1', one, 'large 4');
    expect(read).to.eql(['large 4']);
  });
});
