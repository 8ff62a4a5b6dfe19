import { expect } from 'chai';
import { ApiError } from './ApiError.ts';
import type { DemoTask } from './testing/demoWorker.ts';
import type { WorkerMessage } from './workerMessages.ts';
import { WorkerError, type WorkerLimits, WorkerPool } from './WorkerPool.ts';

const MODULE = new URL('./testing/demoWorker', import.meta.url);
const LIMITS: WorkerLimits = {
  threads: 1,
  startMs: 60_000,
  timeMs: 60_000,
  heapMb: 64,
  idleMs: 60_000,
  maxWaitingPerKey: 10,
  maxWaiting: 20,
  maxSizePerKey: 1_000_000,
  maxSize: 1_000_000,
};

describe('WorkerPool', function () {
  this.timeout(60_000);
  let pool: WorkerPool<DemoTask, WorkerMessage>;

  const open = (limits: Partial<WorkerLimits> = {}): typeof pool =>
    (pool = new WorkerPool(MODULE, 'demo', { ...LIMITS, ...limits }));
  const failureOf = async (task: Promise<unknown>): Promise<WorkerError> => {
    const error: unknown = await task.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).to.be.instanceOf(WorkerError);
    return error as WorkerError;
  };

  const codeOf = (task: Promise<unknown>): Promise<unknown> =>
    task.catch((error: unknown) => (error instanceof ApiError ? error.code : error));

  afterEach(() => pool.close());

  it('moves text and bytes to the thread and back, whether or not their memory is shared', async () => {
    open();
    const whole = Uint8Array.from([1, 2, 3]);
    const moved = await pool.run('a', { name: 'echo', text: 'é', bytes: whole });
    expect(moved['text']).to.equal('é');
    expect([...(moved['bytes'] as Uint8Array)]).to.deep.equal([1, 2, 3]);
    expect(whole.byteLength, 'moved, not copied').to.equal(0);

    const part = new Uint8Array(8).fill(7).subarray(2, 4);
    const copied = await pool.run('a', { name: 'echo', bytes: part });
    expect([...(copied['bytes'] as Uint8Array)]).to.deep.equal([7, 7]);
    expect(part.byteLength, 'copied').to.equal(2);
  });

  it('starts no thread before the first task, and keeps it for the next ones', async () => {
    open();
    expect(pool.threadCount).to.equal(0);
    const first = await pool.run('a', { name: 'count' });
    const second = await pool.run('b', { name: 'count' });
    expect(second).to.deep.equal({ count: 2, threadId: first['threadId'] });
    expect(pool.threadCount).to.equal(1);
  });

  it('ends a task that takes too long, and carries on with a new thread', async () => {
    const limits = { ...LIMITS, timeMs: 300 };
    pool = new WorkerPool(MODULE, 'demo', limits);
    expect((await failureOf(pool.run('a', { name: 'loop' }))).failure).to.equal('too_slow');
    // On a busy machine, the next task may take as long, too.
    limits.timeMs = LIMITS.timeMs;
    expect(await pool.run('a', { name: 'count' })).to.include({ count: 1 });
  });

  it('ends a task that takes too much memory, and carries on with a new thread', async () => {
    open();
    expect((await failureOf(pool.run('a', { name: 'fill' }))).failure).to.equal('out_of_memory');
    expect(await pool.run('a', { name: 'count' })).to.include({ count: 1 });
  });

  it('fails a task whose code throws, with the reason, and keeps the thread', async () => {
    open();
    await pool.run('a', { name: 'count' });
    const error = await failureOf(pool.run('a', { name: 'throw' }));
    expect(error.failure).to.equal('crashed');
    expect(error.message).to.include('a bug in the worker').and.to.include('demoWorker');
    expect(await pool.run('a', { name: 'count' })).to.include({ count: 2 });
  });

  it('fails a task whose thread ends, or cannot start', async () => {
    open();
    expect((await failureOf(pool.run('a', { name: 'exit' }))).failure).to.equal('crashed');
    expect(await pool.run('a', { name: 'count' })).to.include({ count: 1 });
    await pool.close();
    pool = new WorkerPool(new URL('./testing/noSuchModule', import.meta.url), 'none', LIMITS);
    expect((await failureOf(pool.run('a', { name: 'count' }))).failure).to.equal('crashed');
  });

  it('lets accounts take turns, however many tasks one of them has', async () => {
    open();
    const order: string[] = [];
    const run = async (key: string): Promise<void> => {
      await pool.run(key, { name: 'count' });
      order.push(key);
    };
    await Promise.all([...['a', 'a', 'a', 'a', 'a'].map(run), run('b'), run('c')]);
    expect(order.indexOf('b')).to.be.below(3);
    expect(order.indexOf('c')).to.be.below(4);
  });

  it('refuses tasks of an account, and of all accounts, when too many of them wait', async () => {
    open({ maxWaitingPerKey: 1, maxWaiting: 2 });
    const tasks = ['a', 'a', 'b'].map((key) => pool.run(key, { name: 'count' }));
    expect(await codeOf(pool.run('a', { name: 'count' }))).to.equal('err_rate_limited');
    expect(await codeOf(pool.run('c', { name: 'count' }))).to.equal('err_unavailable');
    await Promise.all(tasks);
  });

  it('refuses tasks that need too much memory while they wait, of an account and of all', async () => {
    open({ maxSizePerKey: 100, maxSize: 150 });
    const task = (length: number): DemoTask => ({ name: 'echo', text: 'x'.repeat(length) });
    const alone = await pool.run('a', task(1000));
    expect(alone['text'], 'a single task is never too large').to.have.lengthOf(1000);
    const tasks = [pool.run('a', task(90)), pool.run('b', task(40))];
    expect(await codeOf(pool.run('a', task(20)))).to.equal('err_rate_limited');
    expect(await codeOf(pool.run('c', task(40)))).to.equal('err_unavailable');
    await Promise.all(tasks);
    const failed = pool.run('a', { ...task(90), name: 'throw' });
    expect((await failureOf(failed)).failure).to.equal('crashed');
    expect(await pool.run('a', task(90)), 'there is space again').to.have.property('text');
  });

  it('keeps memory for accounts that have nothing in the pool [LM7]', async () => {
    open({ maxSizePerKey: 100, maxSize: 200 });
    const task = (length: number): DemoTask => ({ name: 'echo', text: 'x'.repeat(length) });
    const tasks = [pool.run('a', task(70)), pool.run('b', task(70))];
    expect(await codeOf(pool.run('a', task(20)))).to.equal('err_unavailable');
    tasks.push(pool.run('c', task(40)));
    await Promise.all(tasks);
  });

  it('gives tasks of one account the same thread, and runs others alongside', async () => {
    open({ threads: 2 });
    const both = await Promise.all([
      pool.run('a', { name: 'count' }),
      pool.run('b', { name: 'count' }),
    ]);
    expect(both[0]['threadId']).not.to.equal(both[1]['threadId']);
    expect(pool.threadCount).to.equal(2);
    expect(await pool.run('a', { name: 'count' })).to.deep.equal({ ...both[0], count: 2 });
    expect(await pool.run('b', { name: 'count' })).to.deep.equal({ ...both[1], count: 2 });
  });

  it('leaves a thread for others while one account has only endless tasks', async () => {
    open({ threads: 2 });
    const endless = [1, 2, 3].map(() => codeOf(pool.run('a', { name: 'loop' })));
    expect(await pool.run('b', { name: 'count' })).to.include({ count: 1 });
    expect(await pool.run('b', { name: 'count' })).to.include({ count: 2 });
    await pool.close();
    await Promise.all(endless);
  });

  it('ends idle threads', async () => {
    open({ idleMs: 1 });
    await pool.run('a', { name: 'count' });
    while (pool.threadCount > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await pool.run('a', { name: 'count' })).to.include({ count: 1 });
  });

  it('fails what runs and waits when it is closed, and refuses what comes later', async () => {
    open();
    await pool.run('a', { name: 'count' });
    const running = failureOf(pool.run('a', { name: 'loop' }));
    const waiting = codeOf(pool.run('a', { name: 'count' }));
    await pool.close();
    expect((await running).failure).to.equal('closed');
    expect(await waiting).to.equal('err_unavailable');
    expect(await codeOf(pool.run('a', { name: 'count' }))).to.equal('err_unavailable');
    expect(pool.threadCount).to.equal(0);
  });
});
