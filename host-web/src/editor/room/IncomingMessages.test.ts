import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { IncomingMessages } from './IncomingMessages.ts';

/** Messages as they are delivered, and receipts. */
function setUp() {
  const log: unknown[] = [];
  const messages = new IncomingMessages(
    (message) => log.push(message),
    () => log.push('failure'),
  );
  const addParts = (...texts: string[]): void => {
    for (const [index, text] of texts.entries())
      messages.addPart(new Uint8Array(gzipSync(text)), index === texts.length - 1, () =>
        log.push(`received ${index}`),
      );
  };
  const settled = async (count: number): Promise<unknown[]> => {
    while (log.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
    return log;
  };
  return { log, messages, addParts, settled };
}

describe('messages of a room that arrive in parts', () => {
  it('are put together, and do not overtake each other: the page in a welcome would replace newer edits [LR1]', async () => {
    const { log, messages, addParts, settled } = setUp();
    messages.add('first');
    expect(log, 'without waiting').to.eql(['first']);
    addParts('{"page":"a', 'bc"}');
    messages.add('third');
    addParts('"fourth"');
    messages.add('fifth');
    expect(await settled(8)).to.eql([
      ...['first', 'received 0', 'received 1', { page: 'abc' }, 'third'],
      ...['received 0', 'fourth', 'fifth'],
    ]);
    messages.add('sixth');
    expect(log.at(-1)).to.equal('sixth');
  });

  it('keep every character, also those that mark the byte order at the start of a part [LR1]', async () => {
    const { addParts, settled } = setUp();
    addParts('"a', '\u{FEFF}b', '\u{1F600}"');
    expect((await settled(4)).at(-1)).to.equal('a\u{FEFF}b\u{1F600}');
  });

  it('end the connection if one cannot be read, and nothing is delivered after it [LR1]', async () => {
    const { log, messages, addParts, settled } = setUp();
    messages.addPart(new Uint8Array([1, 2, 3]), true, () => log.push('received'));
    messages.add('later');
    addParts('"latest"');
    await settled(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(new Set(log)).to.eql(new Set(['failure']));
  });
});
