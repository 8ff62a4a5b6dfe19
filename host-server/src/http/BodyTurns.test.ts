import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { BodyTurns, type PausableBody } from './BodyTurns.ts';

describe('turns of request bodies', () => {
  let resumed: string[];
  let turns: BodyTurns;
  beforeEach(() => {
    resumed = [];
    turns = new BodyTurns();
  });
  const body = (name: string, destroyed = false): PausableBody & { isPaused: boolean } => ({
    isPaused: false,
    destroyed,
    pause() {
      this.isPaused = true;
      return this as never;
    },
    resume() {
      this.isPaused = false;
      resumed.push(name);
      return this as never;
    },
  });

  it('let a few bodies receive a chunk in each turn of the event loop [LM15]', async () => {
    const bodies = Array.from({ length: 10 }, (_, index) => body(String(index)));
    for (const each of bodies) turns.wait('a', each);
    expect(bodies.every(({ isPaused }) => isPaused)).to.equal(true);
    const counts = [];
    for (let turn = 0; turn < 6; turn += 1) {
      await nextTurn();
      counts.push(resumed.length);
    }
    expect(counts).to.eql([2, 4, 6, 8, 10, 10]);
    expect(resumed).to.eql(bodies.map((_, index) => String(index)));
  });

  it('alternate between network addresses [LM15]', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) turns.wait('a', body(name));
    turns.wait('b', body('b1'));
    turns.wait('c', body('c1'));
    await nextTurn();
    await nextTurn();
    expect(resumed).to.eql(['a1', 'b1', 'c1', 'a2']);
  });

  it('process at most 128 KB, and a larger body in a turn of its own [LM15]', async () => {
    const sizes = [50, 50, 50, 500, 50, 1].map((kilobytes) => kilobytes * 1024);
    const processed: number[] = [];
    for (const [index, size] of sizes.entries())
      turns.run(
        String(index),
        size,
        () => processed.push(index),
        () => true,
      );
    const perTurn = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await nextTurn();
      perTurn.push(processed.splice(0));
    }
    expect(perTurn).to.eql([[0, 1], [2], [3], [4, 5]]);
  });

  it('also apply to the rest of a refused body [LM15]', async () => {
    const refused = Object.assign(new PassThrough(), { name: 'refused' });
    for (let count = 0; count < 2; count += 1) turns.wait('a', body('wanted'));
    refused.write('arrived');
    turns.drop('a', refused as never);
    refused.write('rest');
    await nextTurn();
    expect([resumed.length, refused.isPaused()]).to.eql([2, true]);
    let dropped = 0;
    refused.on('data', () => (dropped += 1));
    while (dropped < 1) await nextTurn();
    expect(refused.isPaused(), 'until its next turn').to.equal(true);
    refused.end('more');
    while (!refused.readableEnded) await nextTurn();
    expect(dropped).to.equal(2);
  });

  it('are not spent on bodies that are gone', async () => {
    for (let count = 0; count < 10; count += 1) turns.wait('a', body('gone', true));
    turns.wait('a', body('here'));
    await nextTurn();
    expect(resumed).to.eql(['here']);
  });
});
