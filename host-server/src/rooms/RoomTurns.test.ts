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
