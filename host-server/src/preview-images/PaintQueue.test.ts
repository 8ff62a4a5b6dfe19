import { expect } from 'chai';
import { pino } from 'pino';
import { PaintQueue } from './PaintQueue.ts';

describe('the queue of pages to paint', () => {
  const log = pino({ level: 'silent' });
  let painted: number[];
  let open: () => void;
  let queue: PaintQueue;
  beforeEach(() => {
    painted = [];
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    queue = new PaintQueue(async (pageId) => {
      await gate;
      painted.push(pageId);
    }, log);
  });

  it('lets accounts take turns, however many pages one of them has [LM7]', async () => {
    for (let pageId = 1; pageId <= 40; pageId += 1) void queue.add(pageId, 1);
    await Promise.resolve();
    void queue.add(101, 2);
    void queue.add(102, 2);
    open();
    await queue.settled();
    expect(painted.slice(0, 5)).to.eql([1, 2, 101, 3, 102]);
    expect(painted).to.have.length(42);
  });

  it('leaves room for others when an account fills it [LM7]', async () => {
    for (let pageId = 1; pageId <= 600; pageId += 1) void queue.add(pageId, 1);
    await queue.add(600, 1);
    const other = queue.add(1001, 2);
    open();
    await other;
    await queue.settled();
    expect(painted).to.include(1001).and.not.include(600);
    expect(painted.length).to.be.within(50, 60);
  });

  it('paints a page once while it waits, and again if it is added while it is painted', async () => {
    void queue.add(1, 1);
    expect(queue.add(2, 1)).to.equal(queue.add(2, 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    void queue.add(1, 1);
    open();
    await queue.settled();
    expect(painted).to.eql([1, 2, 1]);
  });

  it('resolves everything when it is closed, and paints nothing afterwards', async () => {
    const [first, second] = [queue.add(1, 1), queue.add(2, 1)];
    await Promise.resolve();
    queue.close();
    await second;
    open();
    await first;
    await queue.add(3, 1);
    expect(painted).to.eql([1]);
  });
});
