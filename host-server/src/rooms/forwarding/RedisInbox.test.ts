import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { requirePrograms } from '../testing/requirePrograms.ts';
import { TestRedis } from '../testing/TestRedis.ts';
import { RedisInbox } from './RedisInbox.ts';

describe('the inbox of a server in Redis', function () {
  this.timeout(120_000);
  let redis: TestRedis | null = null;

  before(async function () {
    requirePrograms('redis-server');
    redis = await TestRedis.start();
  });
  after(() => redis?.stop());

  it('keeps nothing of what it has received, or a server would grow by every edit of others [RO40]', async () => {
    let bytes = 0;
    const open = (id: string) =>
      new RedisInbox(redis?.url ?? '', id, {
        onLetter: ({ data }) => (bytes += data.length),
        onGarbage: () => undefined,
        onUp: () => undefined,
        onDown: () => undefined,
      });
    const [from, to] = [open('from'), open('to')];
    while (!from.isUp || !to.isUp) await delay(10);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const data = Buffer.alloc(128 * 1024, 'x');
    const letter = { ...{ from: 'from', link: 'link', begunBy: 'from' }, received: 0, data };
    const held = (): number => {
      collect();
      return process.memoryUsage().arrayBuffers;
    };
    const send = async (count: number): Promise<number> => {
      const until = bytes + count * data.length;
      for (let number = 1; number <= count; number += 1)
        await from.send('to', { ...letter, number });
      while (bytes < until) await delay(10);
      return held();
    };
    const most = (await send(50)) + 10_000_000;
    let after = await send(400);
    // What has been handled is let go of, and its memory counted as free, a little later.
    for (let tries = 0; after >= most && tries < 200; tries += 1) {
      await delay(50);
      after = held();
    }
    expect(after, 'of 52 MB received').to.be.below(most);
    await Promise.all([from.close(), to.close()]);
  });
});
