import { expect } from 'chai';
import { pino } from 'pino';
import { BackgroundJob } from './BackgroundJob.ts';

describe('a background job', () => {
  const log = pino({ level: 'silent' });

  it('does work that is added while it checks whether to look again later', async () => {
    const todo = ['first'];
    const done: string[] = [];
    const job = new BackgroundJob({
      log,
      doNext: () => {
        const next = todo.shift();
        if (next !== undefined) done.push(next);
        return Promise.resolve(next !== undefined);
      },
      hasMore: () => {
        const isMore = todo.length > 0;
        if (done.length === 1) {
          todo.push('second');
          job.start();
        }
        return Promise.resolve(isMore);
      },
      retryMs: 60_000,
      failureMessage: 'failed',
    });
    job.start();
    await job.settled();
    expect(done).to.deep.equal(['first', 'second']);
    job.stop();
  });

  it('does not start again after it was stopped', async () => {
    let looks = 0;
    const job = new BackgroundJob({
      log,
      doNext: () => {
        looks += 1;
        return Promise.resolve(false);
      },
      hasMore: () => {
        job.start();
        job.stop();
        return Promise.resolve(true);
      },
      retryMs: 0,
      failureMessage: 'failed',
    });
    job.start();
    await job.settled();
    expect(looks).to.equal(1);
  });

  it('pauses longer after consecutive failures', async () => {
    const attemptsAt: number[] = [];
    await new Promise<void>((resolve) => {
      const job = new BackgroundJob({
        log,
        doNext: () => {
          attemptsAt.push(performance.now());
          if (attemptsAt.length < 5) return Promise.reject(new Error('not yet'));
          job.stop();
          resolve();
          return Promise.resolve(false);
        },
        hasMore: () => Promise.resolve(false),
        retryMs: 5,
        maxRetryMs: 20,
        failureMessage: 'failed',
      });
      job.start();
    });
    const pauses = attemptsAt.slice(1).map((at, index) => at - (attemptsAt[index] ?? Number.NaN));
    // Timers are rounded to a millisecond.
    for (const [index, atLeastMs] of [4, 9, 19, 19].entries())
      expect(pauses[index]).to.be.at.least(atLeastMs);
  });
});
