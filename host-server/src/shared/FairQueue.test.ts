import { mock } from 'node:test';
import { expect } from 'chai';
import fc from 'fast-check';
import { ApiError } from './ApiError.ts';
import { FairQueue, type FairQueueOptions, type FairQueueSources } from './FairQueue.ts';

const WIDE: FairQueueOptions = { concurrency: 1, maxWaiting: 1000, maxWaitingPerKey: 1000 };

/** A task that a test ends, and how it ended for the caller. */
interface TestTask {
  readonly key: string;
  readonly number: number;
  startedAtMs: number;
  endedAtMs: number;
  state: 'waiting' | 'running' | 'done' | 'failed' | 'refused';
  error: unknown;
  end: (failure?: Error) => void;
}

/** Adds tasks to a queue and records the order in which they start. */
class Trial {
  readonly queue: FairQueue<string>;
  readonly tasks: TestTask[] = [];
  readonly started: TestTask[] = [];

  nowMs = 0;

  constructor(options: FairQueueOptions, sources: FairQueueSources<string> = {}) {
    this.queue = new FairQueue(options, { nowMs: () => this.nowMs, ...sources });
  }

  async add(key: string, signal?: AbortSignal): Promise<TestTask> {
    const number = this.tasks.length;
    const task: TestTask = {
      ...{ key, number, startedAtMs: Infinity, endedAtMs: Infinity },
      ...{ state: 'waiting', error: null, end: () => undefined },
    };
    this.tasks.push(task);
    this.queue
      .run(
        key,
        () => {
          task.state = 'running';
          task.startedAtMs = this.nowMs;
          this.started.push(task);
          return new Promise<void>((resolve, reject) => {
            task.end = (failure) => {
              if (failure === undefined) resolve();
              else reject(failure);
            };
          });
        },
        signal,
      )
      .then(
        () => {
          task.state = 'done';
        },
        (error: unknown) => {
          task.state = error instanceof ApiError ? 'refused' : 'failed';
          task.error = error;
        },
      );
    await settle();
    return task;
  }

  async end(task: TestTask | undefined, failure?: Error): Promise<void> {
    if (task !== undefined) task.endedAtMs = this.nowMs;
    task?.end(failure);
    await settle();
  }

  /** How long the tasks of a key have recently run, calculated from all of them. */
  usageOf(key: string, halfLifeMs: number): number {
    let sum = 0;
    for (const task of this.started) {
      if (task.key !== key) continue;
      const ranMs = Math.min(task.endedAtMs, this.nowMs) - task.startedAtMs;
      const sinceMs = Math.max(0, this.nowMs - task.endedAtMs);
      sum += ranMs * 2 ** (-sinceMs / halfLifeMs);
    }
    return sum;
  }

  inState(state: TestTask['state'], key?: string): TestTask[] {
    return this.tasks.filter(
      (task) => task.state === state && (key === undefined || task.key === key),
    );
  }
}

/** Lets every settled promise run its reactions. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const KEYS = ['a', 'b', 'c', 'd', 'e'];

const optionsArbitrary = fc.record({
  concurrency: fc.integer({ min: 1, max: 3 }),
  concurrencyPerKey: fc.integer({ min: 1, max: 3 }),
  maxWaiting: fc.integer({ min: 0, max: 12 }),
  maxWaitingPerKey: fc.integer({ min: 0, max: 6 }),
});
/** Most steps add a task of one of five keys; the others end a running one, some by failing. */
const stepsArbitrary = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({ add: fc.constantFrom('a', 'a', 'a', 'b', 'c', 'd', 'e') }),
    },
    { weight: 1, arbitrary: fc.record({ end: fc.nat({ max: 2 }), fails: fc.boolean() }) },
  ),
  { maxLength: 60 },
);

describe('a queue shared by accounts', () => {
  it('keeps its laws in any order of tasks and results [LM7]', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(optionsArbitrary, stepsArbitrary, async (options, steps) => {
        const trial = new Trial(options);
        /**
         * For each waiting task: how many tasks of each other key have started since it could
         * start.
         */
        const overtaken = new Map<TestTask, Map<string, number>>();
        let seen = 0;
        const check = (): void => {
          // Nobody is overtaken twice by the same key.
          for (; seen < trial.started.length; seen++) {
            const started = trial.started[seen];
            if (started === undefined) continue;
            overtaken.delete(started);
            for (const [task, byKey] of overtaken) {
              if (task.key === started.key || task.state !== 'waiting') continue;
              byKey.set(started.key, (byKey.get(started.key) ?? 0) + 1);
              expect(byKey.get(started.key), `${started.key} before ${task.key}`).to.equal(1);
            }
          }
          const running = trial.inState('running');
          expect(running.length).to.be.at.most(options.concurrency);
          for (const key of KEYS) {
            const ofKey = trial.inState('running', key).length;
            expect(ofKey).to.be.at.most(options.concurrencyPerKey);
            const [first] = trial.inState('waiting', key);
            if (first === undefined) continue;
            const mayStart = ofKey < options.concurrencyPerKey;
            // No slot stays empty while a task could use it.
            if (mayStart) expect(running.length).to.equal(options.concurrency);
            if (!mayStart) overtaken.delete(first);
            else if (!overtaken.has(first)) overtaken.set(first, new Map());
          }
        };
        for (const step of steps) {
          const waitingBefore = trial.inState('waiting').length;
          if ('add' in step) {
            const waitingOfKey = trial.inState('waiting', step.add).length;
            const most = Math.max(...KEYS.map((key) => trial.inState('waiting', key).length));
            const runningOfKey = trial.inState('running', step.add).length;
            const isFree =
              trial.inState('running').length < options.concurrency &&
              runningOfKey < options.concurrencyPerKey;
            const task = await trial.add(step.add);
            const isFull =
              waitingOfKey >= options.maxWaitingPerKey ||
              (waitingBefore >= options.maxWaiting && most < waitingOfKey + 2);
            expect(trial.inState('waiting').length).to.be.at.most(options.maxWaiting);
            expect(task.state).to.equal(isFree ? 'running' : isFull ? 'refused' : 'waiting');
          } else {
            const task = trial.inState('running')[step.end];
            await trial.end(task, step.fails ? new Error('failed') : undefined);
            if (task !== undefined) expect(task.state).to.equal(step.fails ? 'failed' : 'done');
          }
          check();
        }
        while (trial.inState('running').length > 0) {
          await trial.end(trial.inState('running')[0]);
          check();
        }
        expect(trial.inState('waiting')).to.eql([]);
        // Each key's tasks started in the order in which they were added.
        for (const key of KEYS) {
          const numbers = trial.started
            .filter((task) => task.key === key)
            .map((task) => task.number);
          expect(numbers).to.eql([...numbers].sort((a, b) => a - b));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('runs the one task of an account before the second of an account with hundreds [LM7]', async () => {
    const trial = new Trial(WIDE);
    for (let count = 0; count < 300; count++) await trial.add('many');
    const one = await trial.add('one');
    await trial.end(trial.started[0]);
    await trial.end(trial.started[1]);
    expect(one.state).to.equal('running');
  });

  it('refuses an account with too many waiting tasks, and nobody else [LM7]', async () => {
    const trial = new Trial({ ...WIDE, maxWaitingPerKey: 2 });
    for (let count = 0; count < 3; count++) await trial.add('many');
    const refused = await trial.add('many');
    expect(refused.error).to.include({ code: 'err_rate_limited', retryAfterSeconds: 5 });
    expect((await trial.add('one')).state).to.equal('waiting');
  });

  it('refuses everyone as busy when too many tasks wait in total [LM7]', async () => {
    const trial = new Trial({ ...WIDE, maxWaiting: 2, retryAfterSeconds: 30 });
    for (const key of ['a', 'b', 'c']) await trial.add(key);
    const refused = await trial.add('d');
    expect(refused.error).to.include({ code: 'err_unavailable', retryAfterSeconds: 30 });
  });

  it('makes room for an account with nothing waiting when a few accounts fill the queue [LM7]', async () => {
    const trial = new Trial({ ...WIDE, maxWaiting: 6, maxWaitingPerKey: 3 });
    for (const key of ['a', 'a', 'a', 'b', 'a', 'b', 'b']) await trial.add(key);
    const one = await trial.add('one');
    expect(one.state).to.equal('waiting');
    const [refused] = trial.inState('refused');
    expect(refused?.number, 'the latest of an account with the most').to.equal(4);
    expect(refused?.error).to.include({ code: 'err_unavailable' });
    expect((await trial.add('two')).state).to.equal('waiting');
    expect((await trial.add('a')).state, 'of an account that has its share').to.equal('refused');
    expect(trial.inState('waiting')).to.have.lengthOf(6);
  });

  it('forgets the waiting tasks of clients that are gone [LM7]', async () => {
    const trial = new Trial({ ...WIDE, maxWaiting: 2, maxWaitingPerKey: 2 });
    const connection = new AbortController();
    const running = await trial.add('a', connection.signal);
    const waiting = [await trial.add('a', connection.signal), await trial.add('a')];
    connection.abort(new ApiError('err_bad_request'));
    await settle();
    expect(waiting.map(({ state }) => state)).to.eql(['refused', 'waiting']);
    expect(waiting[0]?.error).to.equal(connection.signal.reason);
    expect((await trial.add('a')).state, 'in its place').to.equal('waiting');
    expect((await trial.add('a', connection.signal)).state, 'gone before').to.equal('refused');
    expect(running.state).to.equal('running');
    while (trial.inState('running').length > 0) await trial.end(trial.inState('running')[0]);
    await trial.queue.settled();
    expect(trial.started.map(({ number }) => number)).to.eql([0, 2, 3]);
  });

  it('refuses a task that has waited too long, but not one that runs [LM23]', async () => {
    const trial = new Trial({ ...WIDE, maxWaitMs: 1 });
    const running = await trial.add('a');
    const waiting = [await trial.add('a'), await trial.add('b')];
    while (waiting.some(({ state }) => state === 'waiting')) await settle();
    for (const { error } of waiting) expect(error).to.include({ code: 'err_unavailable' });
    expect(running.state).to.equal('running');
    await trial.end(running);
    await trial.queue.settled();
  });

  it('makes heavy accounts wait for the others, and for those that have used less [LM7]', async () => {
    const trial = new Trial({ ...WIDE, heavyMs: 1000, halfLifeMs: 60_000 });
    for (const [key, ms] of [
      ['slowest', 8000],
      ['slow', 4000],
    ] as const) {
      const task = await trial.add(key);
      trial.nowMs += ms;
      await trial.end(task);
    }
    const running = await trial.add('other');
    for (const key of ['slowest', 'slow', 'slow', 'other', 'new']) await trial.add(key);
    await trial.end(running);
    const order: string[] = [];
    for (let task = trial.inState('running')[0]; task; task = trial.inState('running')[0]) {
      order.push(task.key);
      if (task.key === 'slow') trial.nowMs += 10_000;
      await trial.end(task);
    }
    expect(order).to.eql(['other', 'new', 'slow', 'slowest', 'slow']);
  });

  it('starts the work of those who have used little before that of a dozen accounts with slow work, which take turns so that none of them is heavy [LM7, LM12]', async () => {
    const limits = { concurrency: 2, concurrencyPerKey: 1, heavyMs: 2000 };
    const trial = new Trial({ ...WIDE, ...limits });
    const attackers = Array.from({ length: 16 }, (_, index) => `attacker ${String(index)}`);
    for (const key of attackers) await trial.add(key);
    const waits: number[] = [];
    let honest: TestTask | null = null;
    let addedAtMs = 0;
    const endRunning = async (): Promise<void> => {
      for (const task of trial.inState('running')) {
        await trial.end(task);
        if (task.key !== 'honest') await trial.add(task.key);
      }
    };
    // Two rounds in which the attackers' tasks take 2.3 s, then also an honest one now and then.
    for (let step = 0; step < 64; step += 1) {
      if (step >= 16 && honest === null) {
        honest = await trial.add('honest');
        addedAtMs = trial.nowMs;
      }
      trial.nowMs += 2300;
      await endRunning();
      if (honest !== null && honest.startedAtMs < Infinity) {
        waits.push(honest.startedAtMs - addedAtMs);
        await trial.end(honest);
        honest = null;
      }
    }
    expect(waits.length).to.be.above(15);
    expect(Math.max(...waits), 'behind a running task only').to.be.at.most(2300);
    trial.queue.close();
    await endRunning();
  });

  it('leaves a slot free for others when the tasks of some accounts have recently taken a long time [LM12]', async () => {
    const trial = new Trial({ ...WIDE, concurrency: 2, concurrencyPerKey: 1, heavyMs: 2000 });
    for (const key of ['slow', 'slower']) {
      const task = await trial.add(key);
      trial.nowMs += 3000;
      await trial.end(task);
    }
    const [first, second] = [await trial.add('slow'), await trial.add('slower')];
    expect([first.state, second.state]).to.deep.equal(['running', 'waiting']);
    const other = await trial.add('other');
    expect(other.state, 'a free slot').to.equal('running');
    const another = await trial.add('another');
    trial.nowMs += 100;
    await trial.end(other);
    expect([another.state, second.state], 'before the slow one').to.deep.equal([
      'running',
      'waiting',
    ]);
    await trial.end(first);
    expect(second.state).to.equal('running');
    for (const task of [another, second]) await trial.end(task);
    // After a minute, neither is heavy any more.
    trial.nowMs += 60_000;
    const later = [await trial.add('slow'), await trial.add('slower')];
    expect(later.map(({ state }) => state)).to.deep.equal(['running', 'running']);
    for (const task of later) await trial.end(task);
  });

  it('keeps the last slot for accounts that are light or have used far less than those that run, and lets these have it [LM7, LM12]', async function () {
    this.timeout(120_000);
    const [heavyMs, halfLifeMs] = [1000, 4000];
    // The queue forgets keys that have used little: too little to matter, except near a limit.
    const margin = 1.05;
    const steps = fc.array(
      fc.record({
        key: fc.constantFrom(...KEYS),
        isAdded: fc.boolean(),
        ended: fc.nat({ max: 2 }),
        afterMs: fc.constantFrom(0, 50, 300, 1000, 3000, 10_000),
      }),
      { minLength: 10, maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 3 }), steps, async (concurrency, steps) => {
        const limits = { concurrency, concurrencyPerKey: 1 };
        const trial = new Trial({ ...WIDE, ...limits, heavyMs, halfLifeMs });
        const usageOf = (key: string): number => trial.usageOf(key, halfLifeMs);
        const runningBesides = (task: TestTask | null): string[] =>
          trial.inState('running').flatMap((each) => (each === task ? [] : [each.key]));
        /** Compares the usage of a key with half of the least usage of those that run. */
        const ratioOf = (key: string, running: readonly string[]): number =>
          (usageOf(key) * 2) / Math.min(...running.map(usageOf));
        const countHeavy = (running: readonly string[], limitMs: number): number =>
          running.filter((key) => usageOf(key) > limitMs).length;
        for (const { key, isAdded, ended, afterMs } of steps) {
          trial.nowMs += afterMs;
          const startedBefore = trial.started.length;
          const toEnd = trial.inState('running')[ended];
          // In this test, only a task that is added or ends makes the queue start the next one.
          if (!isAdded && toEnd === undefined) continue;
          if (isAdded) await trial.add(key);
          else await trial.end(toEnd);
          const [task = null, ...more] = trial.started.slice(startedBefore);
          if (task !== null && more.length === 0) {
            const others = runningBesides(task);
            const isLast = countHeavy(others, heavyMs * margin) >= concurrency - 1;
            if (isLast && usageOf(task.key) > heavyMs * margin)
              expect(ratioOf(task.key, others), 'took the last slot').to.be.below(margin);
          }
          const running = runningBesides(null);
          if (running.length === concurrency) continue;
          for (const { key } of trial.inState('waiting')) {
            if (running.includes(key)) continue;
            expect(usageOf(key), 'a light key waits').to.be.above(heavyMs / margin);
            const isLast = countHeavy(running, heavyMs / margin) >= concurrency - 1;
            expect(isLast, 'a slot is empty').to.equal(true);
            expect(ratioOf(key, running), 'waits for those that use far more').to.be.above(
              1 / margin,
            );
          }
        }
        while (trial.inState('running').length > 0) await trial.end(trial.inState('running')[0]);
        expect(trial.inState('waiting')).to.eql([]);
      }),
      { numRuns: 200 },
    );
  });

  it('does not make an account whose images have taken seconds wait behind one whose images take minutes, beside an empty slot [LM7]', async () => {
    const trial = new Trial({ ...WIDE, concurrency: 2, concurrencyPerKey: 1, heavyMs: 5000 });
    const attacker = await trial.add('attacker');
    trial.nowMs += 29_000;
    const [honest, other] = [await trial.add('honest'), await trial.add('other')];
    trial.nowMs += 6000;
    await trial.end(honest);
    expect(other.state).to.equal('running');
    await trial.end(other);
    // The attacker's image still runs, and its time counts.
    expect((await trial.add('honest')).state).to.equal('running');
    expect(attacker.state).to.equal('running');
  });

  it('uses the usage that its source reports, so that waiting elsewhere makes no account heavy [LM25]', async () => {
    const usageOf = (key: string): number => (key === 'slow' ? 3000 : 0);
    const trial = new Trial({ ...WIDE, concurrency: 2, heavyMs: 2000 }, { usageOf });
    const waits = await trial.add('waits');
    trial.nowMs += 60_000;
    await trial.end(waits);
    for (const key of ['waits', 'slow']) await trial.add(key);
    expect(trial.inState('running').map(({ key }) => key)).to.eql(['waits', 'slow']);
    await trial.end(trial.inState('running', 'waits')[0]);
    expect((await trial.add('slow')).state, 'a second one').to.equal('waiting');
    expect((await trial.add('waits')).state).to.equal('running');
  });

  it('runs one task at a time of all keys that need to be alone, and others meanwhile [UP8]', async () => {
    const isAlone = (key: string): boolean => key.startsWith('large');
    const trial = new Trial({ ...WIDE, concurrency: 3, concurrencyPerKey: 1 }, { isAlone });
    for (const key of ['large a', 'large b', 'a', 'large a', 'large c']) await trial.add(key);
    expect(trial.inState('running').map(({ key }) => key)).to.eql(['large a', 'a']);
    expect((await trial.add('b')).state, 'a small one').to.equal('running');
    const order: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const [task, ...more] = trial.inState('running').filter(({ key }) => isAlone(key));
      expect(more).to.eql([]);
      order.push(task?.key ?? '');
      await trial.end(task);
    }
    expect(order, 'accounts take turns').to.eql(['large a', 'large b', 'large a', 'large c']);
  });

  it('does not keep a large image waiting behind one that itself waits for a slot, beside an empty slot [UP8]', async () => {
    const isAlone = (key: string): boolean => key.startsWith('large');
    const limits = { concurrency: 2, concurrencyPerKey: 1, heavyMs: 2000 };
    const trial = new Trial({ ...WIDE, ...limits }, { isAlone });
    for (const key of ['slow', 'large slow']) {
      const task = await trial.add(key);
      trial.nowMs += 5000;
      await trial.end(task);
    }
    const [running, waiting] = [await trial.add('slow'), await trial.add('large slow')];
    expect([running.state, waiting.state]).to.eql(['running', 'waiting']);
    expect((await trial.add('large new')).state).to.equal('running');
  });

  it('starts the waiting work of an account once it is no longer heavy, even if no other work is added or ends [LM7]', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const limits = { concurrency: 2, heavyMs: 2000, halfLifeMs: 10_000 };
      const trial = new Trial({ ...WIDE, ...limits });
      const pass = async (ms: number): Promise<void> => {
        for (let passed = 0; passed < ms; passed += 500) {
          trial.nowMs += 500;
          mock.timers.tick(500);
          await settle();
        }
      };
      const first = await trial.add('slow');
      trial.nowMs += 3000;
      await trial.end(first);
      const running = await trial.add('other');
      trial.nowMs += 2500;
      const again = await trial.add('slow');
      expect([running.state, again.state]).to.eql(['running', 'waiting']);
      await pass(1000);
      expect(again.state, 'still heavy').to.equal('waiting');
      await pass(2000);
      expect(again.state, 'has used less than half').to.equal('running');
      await trial.end(again);
      await trial.end(running);
      await trial.queue.settled();
    } finally {
      mock.timers.reset();
    }
  });

  it('runs the tasks of a heavy account even if there is only one slot', async () => {
    const trial = new Trial({ ...WIDE, heavyMs: 2000 });
    for (let count = 0; count < 3; count += 1) {
      const task = await trial.add('slow');
      expect(task.state).to.equal('running');
      trial.nowMs += 5000;
      await trial.end(task);
    }
  });

  it('frees the slot of a task that throws synchronously', async () => {
    const queue = new FairQueue<string>(WIDE);
    const failing = queue.run('a', () => {
      throw new Error('at once');
    });
    const next = queue.run('a', () => Promise.resolve('next'));
    expect(await failing.catch(String)).to.equal('Error: at once');
    expect(await next).to.equal('next');
  });

  it('refuses waiting and later tasks once closed, and waits for those that run', async () => {
    const trial = new Trial(WIDE);
    const running = await trial.add('a');
    const waiting = await trial.add('b');
    trial.queue.close();
    const later = await trial.add('c');
    expect([waiting, later].map(({ error }) => (error as ApiError).code)).to.eql([
      'err_unavailable',
      'err_unavailable',
    ]);
    let hasSettled = false;
    const settled = trial.queue.settled().then(() => {
      hasSettled = true;
    });
    await settle();
    expect([running.state, hasSettled]).to.eql(['running', false]);
    await trial.end(running);
    await settled;
    expect(running.state).to.equal('done');
  });
});
