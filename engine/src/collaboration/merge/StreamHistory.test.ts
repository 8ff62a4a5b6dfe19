import { expect } from 'chai';
import type { PagePatch, StreamEntry } from '../protocol/streamEntry.ts';
import { StreamHistory } from './StreamHistory.ts';

const entry = (seq: number, clientId: string, patch: PagePatch): StreamEntry => ({
  seq,
  epoch: 1,
  clientId,
  accountId: 1,
  mid: seq,
  status: 'applied',
  patch,
});
const isOne = (clientId: string): boolean => clientId === 'one';
const isTwo = (clientId: string): boolean => clientId === 'two';
const writes = (uuid: string): PagePatch => ({
  updated: [{ uuid, values: [{ path: ['altText'], to: 'x' }] }],
});
const removes = (count: number): PagePatch => ({
  removedUuids: Array.from({ length: count }, (_, index) => `b${String(index)}`),
});

describe('the history of a stream', () => {
  it('tells whether others have written to a block since an entry, even if the client itself wrote last [R24]', () => {
    const history = new StreamHistory(10);
    history.add(entry(11, 'one', writes('a')));
    history.add(entry(12, 'two', writes('a')));
    history.add(entry(13, 'two', writes('a')));
    history.add(entry(14, 'one', { updated: [{ uuid: 'b', zIndex: 1 }] }));
    expect(history.mayHaveWrittenSince(10, 'two', 'a')).to.equal(true);
    expect(history.mayHaveWrittenSince(11, 'two', 'a')).to.equal(false);
    expect(history.mayHaveWrittenSince(12, 'one', 'a')).to.equal(true);
    expect(history.mayHaveWrittenSince(13, 'one', 'a')).to.equal(false);
    expect(history.mayHaveWrittenSince(10, 'two', 'b')).to.equal(false);
    // It does not know the entries before these.
    expect(history.mayHaveWrittenSince(9, 'two', 'b')).to.equal(true);
  });

  it('attributes only the newest entries, however many or large they are [R40, R49]', () => {
    for (const [count, size] of [
      [4000, 1],
      [3, 20_000],
    ] as const) {
      const history = new StreamHistory(0);
      history.add(entry(1, 'one', { added: [{ uuid: 'a' }], ...writes('w') }));
      expect(history.of(isOne).hasAdded('a')).to.equal(true);
      expect(history.of(isTwo).hasAdded('a')).to.equal(false);
      for (let seq = 2; seq < 2 + count; seq++) history.add(entry(seq, 'two', removes(size)));
      expect(history.of(isOne).hasAdded('a')).to.equal(false);
      expect(history.of(isTwo).hasRemoved('b0')).to.equal(true);
      expect(history.mayHaveWrittenSince(0, 'two', 'w')).to.equal(true);
      expect(history.mayHaveWrittenSince(1 + count, 'one', 'w')).to.equal(false);
    }
  });
});
