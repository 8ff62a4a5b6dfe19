import { expect } from 'chai';
import { rejectedWhile } from '../testing/rejectedWhile.ts';
import { EventQueue } from './EventQueue.ts';

/** A queue with two events, and what was reported. */
function makeQueue() {
  const failures: string[] = [];
  const queue = new EventQueue((event, error) => void failures.push(`${event}: ${String(error)}`));
  const [numbers, letters] = [queue.source<[number]>('numbers'), queue.source<[string]>('letters')];
  return { queue, failures, numbers, letters };
}

describe('EventQueue', () => {
  it('delivers an event to all listeners before the events that they cause [E40]', () => {
    const { numbers, letters } = makeQueue();
    const received: string[] = [];
    numbers.listen((number) => {
      received.push(`first ${String(number)}`);
      if (number < 2) numbers.emit(number + 1);
      letters.emit('x');
    });
    numbers.listen((number) => received.push(`second ${String(number)}`));
    letters.listen((letter) => received.push(letter));
    numbers.emit(1);
    expect(received).to.eql(['first 1', 'second 1', 'first 2', 'second 2', 'x', 'x']);
  });

  it('reports what a listener throws, and calls the others [E40]', () => {
    const { numbers, failures } = makeQueue();
    const received: number[] = [];
    numbers.listen(() => {
      throw new Error('no');
    });
    numbers.listen((number) => received.push(number));
    numbers.emit(1);
    numbers.emit(2);
    expect(received).to.eql([1, 2]);
    expect(failures).to.eql(['numbers: Error: no', 'numbers: Error: no']);
  });

  it('reports what an async listener rejects with, in the same way [E40]', async () => {
    const { queue, numbers, failures } = makeQueue();
    const rejects = (): never => Promise.reject(new Error('no')) as never;
    const rejected = await rejectedWhile(() => {
      numbers.listen(rejects);
      numbers.emit(1);
      queue.guard('Tool.stopped', rejects);
    });
    expect(rejected).to.eql([]);
    expect(failures).to.eql(['numbers: Error: no', 'Tool.stopped: Error: no']);
  });

  it('calls no listener that has unsubscribed, and none for what happened before it subscribed [E40]', () => {
    const { numbers } = makeQueue();
    const received: string[] = [];
    const late = (number: number): unknown => received.push(`late ${String(number)}`);
    let stop = (): void => undefined;
    numbers.listen((number) => {
      if (number > 1) return;
      stop();
      numbers.emit(2);
      numbers.listen(late);
      numbers.emit(3);
    });
    stop = numbers.listen((number) => received.push(`left ${String(number)}`));
    numbers.emit(1);
    expect(received).to.eql(['late 3']);
  });

  it('delivers the events of a held step when it is complete, even if it throws [E40]', () => {
    const { queue, numbers } = makeQueue();
    const received: number[] = [];
    numbers.listen((number) => received.push(number));
    const fail = (): never => {
      numbers.emit(1);
      queue.hold(() => numbers.emit(2));
      expect(received).to.eql([]);
      throw new Error('no');
    };
    expect(() => queue.hold(fail)).to.throw('no');
    expect(received).to.eql([1, 2]);
  });

  it('stops listeners that call each other endlessly [E40]', () => {
    const { numbers, letters, failures } = makeQueue();
    let count = 0;
    numbers.listen(() => letters.emit('x'));
    letters.listen(() => {
      count += 1;
      numbers.emit(count);
    });
    numbers.emit(0);
    expect(count).to.be.within(10, 200);
    expect(failures).to.have.length(1);
    numbers.emit(0);
    expect(failures, 'and works again').to.have.length(2);
  });

  it('stops two listeners that each emit an event for every event, which would freeze the editor [E40]', () => {
    const { numbers, failures } = makeQueue();
    let count = 0;
    for (let left = 0; left < 2; left++)
      numbers.listen(() => {
        count += 1;
        if (count > 100_000) throw new Error('endless');
        numbers.emit(count);
      });
    numbers.emit(0);
    expect(count).to.be.within(1000, 30_000);
    expect(failures).to.eql(['numbers: Error: listeners call each other endlessly']);
    numbers.emit(0);
    expect(failures, 'and works again').to.have.length(2);
  });

  it('delivers other events when it stops an endless chain [E40]', () => {
    const { queue, numbers, letters, failures } = makeQueue();
    const received: string[] = [];
    let count = 0;
    for (let left = 0; left < 2; left++)
      numbers.listen((number) => {
        count += 1;
        if (count < 100_000) numbers.emit(number);
      });
    letters.listen((letter) => received.push(letter));
    queue.hold(() => {
      numbers.emit(0);
      letters.emit('x');
    });
    expect(received).to.eql(['x']);
    expect(failures).to.have.length(1);
  });

  it('allows a listener to cause any number of events [E40]', () => {
    const { numbers, letters, failures } = makeQueue();
    const received: string[] = [];
    numbers.listen(() => {
      for (let left = 0; left < 20_000; left++) letters.emit('x');
    });
    letters.listen((letter) => received.push(letter));
    numbers.emit(1);
    expect([received.length, failures]).to.eql([20_000, []]);
  });
});
