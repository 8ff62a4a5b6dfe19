import { expect } from 'chai';
import { LimitedProcess, ProcessError, type ProcessLimits } from './LimitedProcess.ts';
import type { TestTask } from './testing/limitedProgram.ts';

const LIMITS: ProcessLimits = {
  startMs: 60_000,
  timeMs: 60_000,
  memoryMb: 600,
  heapMb: 128,
  idleMs: 60_000,
  maxTasks: 100,
};
const PROGRAM = new URL('./testing/limitedProgram.ts', import.meta.url);
const echo = (value: unknown): TestTask => ({ kind: 'echo', value });

describe('tasks in a separate process', function () {
  this.timeout(120_000);
  const opened: LimitedProcess<TestTask, unknown>[] = [];
  const openWithin = (
    limits: ProcessLimits,
    options: { program?: URL; readMemoryMb?: (pid: number) => Promise<number> } = {},
  ): LimitedProcess<TestTask, unknown> => {
    const created = new LimitedProcess<TestTask, unknown>({
      name: 'test program',
      program: PROGRAM,
      ...options,
      limits,
    });
    opened.push(created);
    return created;
  };
  const open = (
    limits: Partial<ProcessLimits> = {},
    options: { program?: URL; readMemoryMb?: (pid: number) => Promise<number> } = {},
  ): LimitedProcess<TestTask, unknown> => {
    return openWithin({ ...LIMITS, ...limits }, options);
  };
  const shared = open();
  after(() => {
    for (const each of opened) each.close();
  });
  const failureOf = async (promise: Promise<unknown>): Promise<unknown> => {
    const error: unknown = await promise.then(
      (value) => `no error but ${String(value)}`,
      (reason: unknown) => reason,
    );
    return error instanceof ProcessError ? error.failure : error;
  };

  it('return their results, bytes included, without seeing the server’s secrets', async () => {
    const bytes = (await shared.run(echo(Buffer.from('bytes')))) as Uint8Array;
    expect(Buffer.from(bytes).toString()).to.equal('bytes');
    process.env['COBBLE_TEST_SECRET'] = 'secret';
    const names = await open().run({ kind: 'environment' });
    delete process.env['COBBLE_TEST_SECRET'];
    expect(names).to.include('PATH');
    expect(names).not.to.include('COBBLE_TEST_SECRET');
  });

  it('fail alone: the next one runs, in a new process if the old one ended', async () => {
    expect(await failureOf(shared.run({ kind: 'throw' }))).to.equal('threw');
    const { pid } = shared;
    expect(await shared.run(echo(1))).to.equal(1);
    expect(shared.pid).to.equal(pid);
    expect(await failureOf(shared.run({ kind: 'end' }))).to.equal('crashed');
    expect(await shared.run(echo(2))).to.equal(2);
    expect(shared.pid).not.to.equal(pid);
  });

  it('are ended when they take too long, even when they block the process', async () => {
    const limits = { ...LIMITS, timeMs: 200 };
    const impatient = openWithin(limits);
    expect(await failureOf(impatient.run({ kind: 'spin' }))).to.equal('too_slow');
    // On a busy machine, the next task may take as long, too.
    limits.timeMs = LIMITS.timeMs;
    expect(await impatient.run(echo(1))).to.equal(1);
  });

  it('are ended when they take too much memory', async function () {
    if (process.platform !== 'linux') this.skip();
    const task = { kind: 'allocate', megabytes: 700 } as const;
    expect(await failureOf(shared.run(task))).to.equal('too_much_memory');
    expect(await shared.run(echo(1))).to.equal(1);
  });

  it('are not ended for the memory that an earlier one took', async () => {
    let report = (): void => undefined;
    const late = new Promise<number>((resolve) => {
      report = () => {
        resolve(1e6);
      };
    });
    let readings = 0;
    const process = open(
      {},
      { readMemoryMb: () => (readings++ === 0 ? late : Promise.resolve(1)) },
    );
    await process.run({ kind: 'ask', value: 1 }, async () => {
      while (readings === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    });
    const next = process.run({ kind: 'ask', value: 2 }, async () => {
      report();
      await new Promise((resolve) => setImmediate(resolve));
      return 'done';
    });
    expect(await next).to.equal('done');
  });

  it('throw the server’s own error when it cannot respond to their request', async () => {
    const error = new Error('the database is down');
    const asked = shared.run({ kind: 'ask', value: 1 }, () => Promise.reject(error));
    expect(await failureOf(asked)).to.equal(error);
    expect(await shared.run(echo(1))).to.equal(1);
  });

  it('fail as unavailable when the program does not start', async () => {
    const missing = open({}, { program: new URL('./no-such-program.mjs', import.meta.url) });
    const error: unknown = await missing.run(echo(1)).catch((reason: unknown) => reason);
    expect(error).to.include({ failure: 'unavailable' });
    expect(String(error)).to.include('no-such-program');
  });

  it('do not wait for a process that was started beforehand', async () => {
    const prepared = open();
    prepared.prepare();
    const { pid } = prepared;
    expect(pid).to.be.a('number');
    prepared.prepare();
    expect(await prepared.run(echo(1))).to.equal(1);
    expect(prepared.pid).to.equal(pid);
    const missing = open({}, { program: new URL('./no-such-program.mjs', import.meta.url) });
    missing.prepare();
    while (missing.pid !== undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await failureOf(missing.run(echo(1)))).to.equal('unavailable');
    const idle = open({ idleMs: 1 });
    idle.prepare();
    while (idle.pid !== undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('get a new process after a number of them, and when the old one was idle', async () => {
    const short = open({ maxTasks: 2 });
    await short.run(echo(1));
    const { pid } = short;
    await short.run(echo(2));
    expect([pid, short.pid]).to.eql([pid, undefined]);
    const idle = open({ idleMs: 1 });
    await idle.run(echo(1));
    while (idle.pid !== undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await idle.run(echo(2))).to.equal(2);
  });

  it('are not ended by the idle time of an earlier process that crashed', async () => {
    const idleMs = 200;
    const idle = open({ idleMs });
    expect(await failureOf(idle.run({ kind: 'end' }))).to.equal('crashed');
    idle.prepare();
    const next = idle.run({ kind: 'ask', value: 1 }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 2 * idleMs));
      return 'done';
    });
    expect(await next).to.equal('done');
  });

  it('fail as stopping, at once, when the server stops', async () => {
    const closing = open();
    const running = failureOf(closing.run({ kind: 'spin' }));
    closing.close();
    expect(await running).to.equal('stopping');
    expect(await failureOf(closing.run(echo(1)))).to.equal('stopping');
    expect(closing.pid).to.equal(undefined);
  });
});
