import { expect } from 'chai';
import { RequestTurns } from './RequestTurns.ts';

describe('turns of requests', () => {
  const nextTurn = (): Promise<void> => new Promise(setImmediate);

  it('handle a request at once, but at most 100 in a turn of the event loop [LM19]', async () => {
    const turns = new RequestTurns();
    let handled = 0;
    for (let count = 0; count < 1000; count += 1) turns.run('10.0.0.1', () => (handled += 1));
    const perTurn = [handled];
    while (handled < 1000) {
      const before = handled;
      await nextTurn();
      perTurn.push(handled - before);
    }
    expect(perTurn[0]).to.equal(100);
    expect(Math.max(...perTurn)).to.equal(100);
  });

  it('handle a request of another address before the remaining ones of the first [LM19]', async () => {
    const turns = new RequestTurns();
    const handled: string[] = [];
    for (let count = 0; count < 1000; count += 1) turns.run('a', () => handled.push('a'));
    turns.run('b', () => handled.push('b'));
    await nextTurn();
    expect(handled).to.include('b').and.to.have.lengthOf(200);
  });
});
