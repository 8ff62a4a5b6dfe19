import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { ResponseBudget, streamedFrom } from './ResponseBudget.ts';

/** A response whose client receives nothing. */
class StuckResponse extends EventEmitter {
  destroyed = false;
  writableLength = 0;
  write(body: Buffer): boolean {
    this.writableLength += body.length;
    return false;
  }
  end(body?: string | Buffer): void {
    this.writableLength += body?.length ?? 0;
  }
  /** Its client receives everything that waits. */
  receive(): void {
    this.writableLength = 0;
    this.emit('drain');
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('the budget of responses', () => {
  const watching = (budget: ResponseBudget) => (address: string) => {
    const response = new StuckResponse();
    budget.watch(address, response as unknown as ServerResponse);
    return response;
  };
  const open = (limits = { bytesPerAddress: 100, bytesInTotal: 150 }) => {
    const watch = watching(new ResponseBudget(limits));
    return (address: string, body: string | Buffer): StuckResponse => {
      const response = watch(address);
      response.end(body);
      return response;
    };
  };
  const lost = (responses: readonly StuckResponse[]): boolean[] =>
    responses.map(({ destroyed }) => destroyed);

  it('closes the responses of an address that have waited longest [LM21]', () => {
    const send = open();
    const sent = [send('a', 'x'.repeat(60)), send('a', 'x'.repeat(30)), send('a', 'x'.repeat(50))];
    expect(lost(sent)).to.deep.equal([true, false, false]);
  });

  it('closes responses of the address with the most bytes when the total is exceeded [LM21]', () => {
    const send = open();
    const sent = [send('a', 'x'.repeat(40)), send('b', 'x'.repeat(50)), send('b', 'x'.repeat(50))];
    expect(lost([...sent, send('c', 'x'.repeat(30))])).to.deep.equal([false, true, false, false]);
  });

  it('counts a body that many visitors receive once', () => {
    const send = open();
    const page = Buffer.alloc(90);
    const sent = Array.from({ length: 50 }, (_, index) => send(String(index % 5), page));
    expect(lost(sent)).to.not.include(true);
    const other = send('1', Buffer.alloc(50));
    expect(other.destroyed).to.equal(false);
    expect(lost(sent).filter(Boolean)).to.have.length(10);
  });

  it('does not count what has been received, or a response without a body', () => {
    const send = open();
    for (let count = 0; count < 10; count += 1) send('a', 'x'.repeat(90)).emit('close');
    expect(send('a', 'x'.repeat(90)).destroyed).to.equal(false);
    expect(send('a', '').destroyed).to.equal(false);
  });

  it('does not keep even a single response that is larger than the total', () => {
    const send = open({ bytesPerAddress: 1000, bytesInTotal: 150 });
    expect(send('a', 'x'.repeat(200)).destroyed).to.equal(true);
    expect(send('a', 'x'.repeat(100)).destroyed).to.equal(false);
  });

  it('closes the streamed responses whose clients have received nothing for the longest [LM21]', () => {
    const watch = watching(new ResponseBudget({ bytesPerAddress: 100, bytesInTotal: 1000 }));
    const streams = ['a', 'a', 'a', 'a', 'b'].map(watch);
    const [first, second, , fourth] = streams;
    for (const each of streams.slice(0, 3)) each.write(Buffer.alloc(15));
    // What waits counts twice, with what has been read ahead.
    for (let count = 0; count < 20; count += 1) {
      first?.receive();
      first?.write(Buffer.alloc(15));
    }
    expect(lost(streams)).to.not.include(true);
    fourth?.write(Buffer.alloc(15));
    expect(lost(streams)).to.deep.equal([false, true, false, false, false]);
    expect(second?.listenerCount('close'), 'forgotten').to.equal(0);
  });

  it('counts a stream again when it writes as soon as its client has received the last part [LM21]', () => {
    const watch = watching(new ResponseBudget({ bytesPerAddress: 100, bytesInTotal: 1000 }));
    const [stream, other] = ['a', 'a'].map(watch);
    // As `pipe` does.
    stream?.on('drain', () => stream.write(Buffer.alloc(30)));
    stream?.write(Buffer.alloc(30));
    for (let count = 0; count < 3; count += 1) stream?.receive();
    other?.write(Buffer.alloc(30));
    expect(stream?.destroyed).to.equal(true);
  });

  it('counts what a stream is unpacked from, once for all who receive it, while it waits [LM21]', () => {
    const watch = watching(new ResponseBudget({ bytesPerAddress: 100, bytesInTotal: 1000 }));
    const [packed, other] = [Buffer.alloc(60), Buffer.alloc(30)];
    const streams = [packed, packed, other].map((source) => {
      const stream = watch('a');
      streamedFrom(stream as unknown as ServerResponse, source);
      return stream;
    });
    const [first, second, third] = streams;
    for (const each of [first, second]) each?.write(Buffer.alloc(5));
    expect(lost(streams)).to.not.include(true);
    first?.receive();
    second?.receive();
    third?.write(Buffer.alloc(30));
    expect(lost(streams), 'nothing else waits').to.not.include(true);
    first?.write(Buffer.alloc(5));
    expect(lost(streams)).to.deep.equal([false, false, true]);
    expect(third?.listenerCount('close'), 'forgotten').to.equal(0);
  });

  it('counts the last part of a stream until it is received [LM21]', () => {
    const watch = watching(new ResponseBudget({ bytesPerAddress: 100, bytesInTotal: 1000 }));
    const streams = Array.from({ length: 12 }, () => watch('a'));
    for (const each of streams) {
      each.writableLength = 10;
      each.end();
    }
    expect(lost(streams).filter(Boolean)).to.have.lengthOf(2);
  });

  it('counts requests that wait for the end of a response [LM21]', () => {
    const MB = 1024 * 1024;
    const budget = new ResponseBudget({ bytesPerAddress: 16 * MB, bytesInTotal: 64 * MB });
    const responses = Array.from({ length: 256 }, () => watching(budget)('a'));
    for (const each of responses) budget.addRequestAfter(each as unknown as ServerResponse);
    expect(lost(responses).filter((isLost) => !isLost)).to.have.lengthOf(102);
    expect(lost(responses).at(-1)).to.equal(false);
  });
});
