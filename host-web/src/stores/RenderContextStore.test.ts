import { calls } from '@cobble/host-server/contract';
import { expect } from 'chai';
import type { ApiClient } from '../api/ApiClient.ts';
import { RenderContextStore } from './RenderContextStore.ts';

const SITE = {
  homeUrl: 'https://ada.example.com/',
  attributionUrl: null,
  runsCode: false,
  paintsPages: true,
  site: { name: 'ada', analyticsId: 'G-ABCDE12345' },
};
const POST = { id: 1, caption: 'Hello', createdAt: '2026-01-01T00:00:00.000Z' };
const channel = (accountIds: readonly number[]) => ({
  type: 'channel',
  content: { channelFilters: { accountIds, channelIds: [] } },
});
const page = (slug: string) =>
  ({
    slug,
    site: { ID: 7, slug: 'ada' },
    things: { a: channel([3, 4]), b: channel([3]) },
  }) as never;

describe('RenderContextStore', () => {
  const setUp = () => {
    const requests: unknown[] = [];
    const call = (which: unknown, input: object) => {
      requests.push(input);
      return Promise.resolve(which === calls.listPosts ? { posts: [POST] } : SITE);
    };
    return { requests, store: new RenderContextStore({ call } as unknown as ApiClient) };
  };

  it('requests the page’s site and the first account of each channel once', async () => {
    const { requests, store } = setUp();
    await store.load(page('main'));
    expect(requests).to.deep.equal([
      { params: { id: 7 }, isQuiet: true },
      { query: { account_id: 3 }, isQuiet: true },
    ]);
  });

  it('replaces `postsOf` when posts have loaded', async () => {
    const { store } = setUp();
    const before = store.postsOf;
    await store.loadPosts({ things: {} });
    expect(store.postsOf).to.equal(before);
    await store.loadPosts(page('main'));
    expect(store.postsOf).to.not.equal(before);
    expect([before(9), store.postsOf(3), store.postsOf(4)]).to.deep.equal([[], [POST], []]);
  });

  it('returns the options that the server renders with', async () => {
    const { store } = setUp();
    await store.load(page('main'));
    const { posts, ...options } = store.optionsFor(page('about'), false);
    expect(options).to.deep.equal({
      attributionUrl: null,
      safeMode: true,
      site: SITE.site,
      shareImage: { url: '/assets/share/about.jpg', width: 1200, height: 630 },
      url: 'https://ada.example.com/about',
    });
    expect(posts?.(3)).to.deep.equal([POST]);
    expect(posts?.(4)).to.deep.equal([]);
    expect(store.optionsFor(page('main'), true).url).to.equal('https://ada.example.com/');
  });
});
