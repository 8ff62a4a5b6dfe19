import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { ResponseBudget } from './ResponseBudget.ts';

/** A response whose client receives nothing. */
class StuckResponse extends EventEmitter {
  destroyed = false;
  writableLength = 0;
  end(body?: string | Buffer): void {
    this.writableLength = body?.length ?? 0;
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('the budget of responses', () => {
  const open = (limits = { bytesPerAddress: 100, bytesInTotal: 150 }) => {
    const budget = new ResponseBudget(limits);
    return (address: string, body: string | Buffer): StuckResponse => {
      const response = new StuckResponse();
      budget.watch(address, response as unknown as ServerResponse);
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

  it('takes the total from the address that has the most [LM21]', () => {
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
});
