import { expect } from 'chai';
import { pino } from 'pino';
import { createTestApp, type TestApp } from '../app/testing/createTestApp.ts';
import { publish } from '../app/testing/pageInput.ts';
import { LruCache } from './LruCache.ts';
import { PublishedPages } from './PublishedPages.ts';

describe('PublishedPages', () => {
  let app: TestApp;
  before(async () => {
    app = await createTestApp();
    await publish(await app.person('ada'));
  });
  after(() => app.stop());

  it('sees within a second what another server has taken back', async () => {
    let nowMs = 0;
    const pages = new PublishedPages(app.knex, pino({ enabled: false }), () => nowMs);
    expect(await pages.find('ada', 'main')).not.to.equal(null);
    await app.knex('pages').update({ is_disabled: true });
    nowMs = 999;
    expect(await pages.find('ada', 'main')).not.to.equal(null);
    nowMs = 1000;
    expect(await pages.find('ada', 'main')).to.equal(null);
    await app.knex('pages').update({ is_disabled: false });
  });

  it('does not remember an answer to a question that was asked before a change', async () => {
    const pages = new PublishedPages(app.knex, pino({ enabled: false }), () => 0);
    const early = pages.find('ada', 'main');
    pages.forget('ada', 'main');
    await early;
    await app.knex('pages').update({ is_public: false });
    expect(await pages.find('ada', 'main')).to.equal(null);
    await app.knex('pages').update({ is_public: true });
  });

  it('asks once for many visitors', async () => {
    const pages = new PublishedPages(app.knex, pino({ enabled: false }));
    let asked = 0;
    const count = (): void => {
      asked += 1;
    };
    app.knex.on('query', count);
    await Promise.all(Array.from({ length: 50 }, () => pages.find('ada', 'main')));
    app.knex.off('query', count);
    expect(asked).to.equal(1);
  });
});

describe('LruCache', () => {
  it('forgets what was used longest ago once there is too much', () => {
    const cache = new LruCache<string>(6, (value) => value.length);
    cache.set('a', 'aa');
    cache.set('b', 'bb');
    cache.set('c', 'cc');
    cache.get('a');
    cache.set('d', 'dd');
    expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).to.deep.equal([
      'aa',
      undefined,
      'cc',
      'dd',
    ]);
  });

  it('counts a replaced value once, and never keeps one that is too large', () => {
    const cache = new LruCache<string>(4, (value) => value.length);
    cache.set('a', 'aaa');
    cache.set('a', 'a');
    cache.set('b', 'bbb');
    expect(cache.get('a')).to.equal('a');
    cache.set('b', 'bbbbb');
    expect(cache.get('b')).to.equal(undefined);
    expect(cache.get('a')).to.equal('a');
  });
});
