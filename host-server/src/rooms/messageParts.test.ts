import { gunzipSync } from 'node:zlib';
import type { RoomMessage } from '@cobble/engine/collaboration';
import { expect } from 'chai';
import { messageParts } from './messageParts.ts';

const page = () => ({
  things: Object.fromEntries(
    Array.from({ length: 3000 }, (_, index) => [`b${String(index)}`, { text: 'x'.repeat(200) }]),
  ),
});
const welcome = (lastMid: number, of: object): RoomMessage =>
  ({ type: 'welcome', lastMid, entries: [], page: of }) as unknown as RoomMessage;

/** All parts of a message, and the times that were worked for it. */
async function read(message: RoomMessage) {
  const parts: Buffer[] = [];
  const workedMs: number[] = [];
  const onWorked = (ms: number): void => {
    workedMs.push(ms);
  };
  for await (const part of messageParts(message, onWorked) ?? []) parts.push(part);
  const text = parts.map((part) => gunzipSync(part).toString()).join('');
  return { parts, workedMs, message: JSON.parse(text) as unknown };
}

describe('the parts of a large message', () => {
  it('contain what is of one client only and the page, which is compressed once for all who join before the next edit [RO22]', async () => {
    const shared = page();
    const [first, second] = await Promise.all([read(welcome(1, shared)), read(welcome(2, shared))]);
    const third = await read(welcome(3, shared));
    expect([first.message, second.message, third.message]).to.eql([
      welcome(1, shared),
      welcome(2, shared),
      welcome(3, shared),
    ]);
    expect(first.parts.length).to.be.above(4);
    for (const { parts } of [second, third])
      expect(parts.slice(1, -1).every((part, index) => part === first.parts[index + 1])).to.equal(
        true,
      );
    const { parts } = await read(welcome(1, page()));
    expect(parts[1], 'of another page').not.to.equal(first.parts[1]);
  });

  it('are compressed once for everyone who is sent the same message [RO33]', async () => {
    const stream = { type: 'stream', entries: [page()] } as unknown as RoomMessage;
    const [first, second] = await Promise.all([read(stream), read(stream)]);
    expect([first.message, second.message]).to.eql([stream, stream]);
    expect(first.parts.length).to.be.above(3);
    expect(second.parts.every((part, index) => part === first.parts[index])).to.equal(true);
  });

  it('count towards the time of whoever asks first [RO21]', async () => {
    const shared = page();
    const first = await read(welcome(1, shared));
    const second = await read(welcome(2, shared));
    expect(first.workedMs.reduce((sum, ms) => sum + ms)).to.be.above(0);
    expect(first.workedMs).to.have.length(first.parts.length);
    // For what is before the page and after it. How long that takes depends on the machine.
    expect(second.workedMs).to.have.length(2);
  });

  it('are made again after a failure, or nobody could join any more [RO22]', async () => {
    let fails = true;
    const shared = {
      ...page(),
      // A page is plain JSON: this stands for anything that goes wrong.
      get last() {
        if (fails) throw new Error('out of memory');
        return 1;
      },
    };
    const failure: unknown = await read(welcome(1, shared)).catch((error: unknown) => error);
    expect(String(failure)).to.include('out of memory');
    fails = false;
    expect((await read(welcome(1, shared))).message).to.eql(welcome(1, { ...shared }));
  });
});
