import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { RoomTurns } from './RoomTurns.ts';

describe('the turns of rooms', () => {
  it('give each turn of the event loop to one room, so that many busy ones stall nobody [RO14]', async () => {
    const turns = new RoomTurns();
    const order: string[] = [];
    const run = (name: string, times: number): void => {
      order.push(name);
      if (times > 1) turns.next(() => run(name, times - 1));
    };
    for (const name of ['a', 'b', 'c']) turns.next(() => run(name, 2));
    const counts: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      await nextTurn();
      counts.push(order.length);
    }
    expect(order.join('')).to.equal('abcabc');
    counts.forEach((count, at) => expect(count - (counts[at - 1] ?? 0)).to.be.at.most(1));
  });

  it('divide work that pauses, and let other rooms take turns meanwhile [RO14, RO17]', async () => {
    const turns = new RoomTurns();
    const order: string[] = [];
    function* work(name: string): Generator<undefined, string, undefined> {
      for (let part = 0; part < 3; part += 1) {
        // Longer than a turn.
        for (const startMs = performance.now(); performance.now() - startMs < 12;);
        order.push(name);
        yield;
      }
      return name;
    }
    const both = Promise.all([turns.run(work('a')), turns.run(work('b'))]);
    expect(order, 'at once').to.eql([]);
    expect(await both).to.eql(['a', 'b']);
    expect(order.join('')).to.equal('ababab');
  });

  it('pass on what work throws [RO17]', async () => {
    const turns = new RoomTurns();
    // eslint-disable-next-line require-yield -- it fails before.
    function* work(): Generator<undefined, never, undefined> {
      throw new Error('broken');
    }
    const [outcome] = await Promise.allSettled([turns.run(work())]);
    expect(outcome.status).to.equal('rejected');
  });

  it('are given up when they are cancelled, and go to the others', async () => {
    const turns = new RoomTurns();
    const order: string[] = [];
    const cancel = turns.next(() => order.push('cancelled'));
    turns.next(() => order.push('kept'));
    cancel();
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    expect(order).to.deep.equal(['kept']);
  });
});
