import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { SharedQueries } from './SharedQueries.ts';

describe('queries that visitors share', () => {
  afterEach(() => {
    mock.timers.reset();
  });

  it('are made once for all visitors who come while they are fast [LM26]', async () => {
    const queries = new SharedQueries<number>();
    // No time passes: on a machine that is busy, any query may be slow.
    mock.timers.enable({ apis: ['setTimeout'] });
    let made = 0;
    const start = async (): Promise<number> => {
      await nextTurn();
      return (made += 1);
    };
    const found = await Promise.all(
      ['a', 'b', 'a', 'c'].map((each) => queries.run('x', each, start)),
    );
    expect(found).to.eql([1, 1, 1, 1]);
    expect(await queries.run('x', 'b', start)).to.equal(2);
  });

  it('that an attacker has begun and made late, or that fail, hold up nobody else [LM26]', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const queries = new SharedQueries<string>();
    const wasLast: Record<string, boolean> = {};
    let end = (): void => undefined;
    const late = queries.run('x', 'attacker', async (isLast) => {
      await new Promise<void>((resolve) => (end = resolve));
      wasLast['attacker'] = isLast();
      return 'late';
    });
    let made = 0;
    const ends: Record<string, () => void> = {};
    const visitors = ['a', 'b', 'a'].map((each) =>
      queries.run('x', each, async (isLast) => {
        made += 1;
        await new Promise<void>((resolve) => (ends[each] = resolve));
        wasLast[each] = isLast();
        if (each === 'b') end();
        return each;
      }),
    );
    // They have waited long enough for the attacker's.
    await nextTurn();
    mock.timers.tick(50);
    await nextTurn();
    for (const each of ['a', 'b']) {
      ends[each]?.();
      await nextTurn();
    }
    expect(await Promise.all(visitors)).to.eql(['a', 'b', 'a']);
    expect(await late).to.equal('late');
    expect(made, 'one for each address').to.equal(2);
    // Only the result of the one that began last is cached.
    expect(wasLast).to.eql({ a: false, b: true, attacker: false });
    const failing = queries.run('y', 'attacker', () => Promise.reject(new Error('busy')));
    const own = queries.run('y', 'a', () => Promise.resolve('found'));
    expect(await failing.catch(String)).to.equal('Error: busy');
    expect(await own).to.equal('found');
    await queries.settled();
  });

  it('that end after a later one neither replace its result in a cache nor are shared any more [SV8]', async () => {
    const queries = new SharedQueries<string>();
    const cached: string[] = [];
    const find = (requester: string, found: Promise<string>): Promise<string> =>
      queries.run('x', requester, async (isLast) => {
        const value = await found;
        if (isLast()) cached.push(value);
        return value;
      });
    let end = (_found: string): void => undefined;
    const early = find('a', new Promise((resolve) => (end = resolve)));
    expect(await find('b', Promise.resolve('newer'))).to.equal('newer');
    expect(await find('c', Promise.resolve('newest'))).to.equal('newest');
    end('old');
    expect(await early).to.equal('old');
    expect(cached).to.eql(['newer', 'newest']);
  });

  it('are not repeated when the one that was shared fails late, and all are awaited [LM26]', async () => {
    const queries = new SharedQueries<string>();
    let fail = (_error: Error): void => undefined;
    const failing = queries.run('x', 'a', () => new Promise((_, reject) => (fail = reject)));
    let begun = 0;
    const own = queries.run('x', 'b', () => Promise.resolve(`own ${String((begun += 1))}`));
    expect(await own).to.equal('own 1');
    let isSettled = false;
    const settled = queries.settled().then(() => (isSettled = true));
    let end = (_found: string): void => undefined;
    const later = queries.run('y', 'a', () => new Promise((resolve) => (end = resolve)));
    fail(new Error('timeout'));
    expect(await failing.catch(String)).to.equal('Error: timeout');
    await nextTurn();
    expect([begun, isSettled]).to.eql([1, false]);
    end('later');
    expect(await later).to.equal('later');
    await settled;
  });

  it('from before a change are neither shared nor cached after it [SV6]', async () => {
    const queries = new SharedQueries<string>();
    let end = (): void => undefined;
    const old = queries.run('x', 'a', async (isLast) => {
      await new Promise<void>((resolve) => (end = resolve));
      return isLast() ? 'cached' : 'old';
    });
    queries.forgetWhere((key) => key === 'x');
    expect(await queries.run('x', 'a', () => Promise.resolve('new'))).to.equal('new');
    end();
    expect(await old).to.equal('old');
  });
});
