import { expect } from 'chai';
import { renderPage } from '../../renderPage.ts';
import type { Post } from '../../RenderOptions.ts';
import { makeBlock, makePage } from '../../testing/makePage.ts';

const POSTS: Readonly<Record<number, readonly Post[]>> = {
  7: [
    { id: 1, caption: 'The oven is lit', createdAt: '2026-05-01T08:00:00.000Z' },
    { id: 3, caption: 'Sold out <b>again</b>', createdAt: '2026-05-03T08:00:00.000Z' },
  ],
  8: [{ id: 2, caption: 'A guest', createdAt: '2026-05-02T08:00:00.000Z' }],
};

const htmlFor = (accountIds: unknown, rest: object = {}): string =>
  renderPage(
    makePage([
      makeBlock({
        uuid: 'a',
        type: 'channel',
        content: { channelFilters: { accountIds, channelIds: [] } },
        ...rest,
      }),
    ]),
    { posts: (id) => POSTS[id] ?? [] },
  ).html;

describe('channel block', () => {
  it('lists posts with their dates, newest first, captions as text', () => {
    const html = htmlFor([7, 8, 7]);
    const captions = [...html.matchAll(/<li [^>]*><time[^>]*>[^<]*<\/time><p>(.*?)<\/p>/g)];
    expect(captions.map(([, text]) => text)).to.deep.equal([
      'Sold out &lt;b&gt;again&lt;/b&gt;',
      'A guest',
      'The oven is lit',
    ]);
    const dates = [...html.matchAll(/<li [^>]*><time [^>]*datetime="([^"]*)">([^<]*)<\/time>/g)];
    expect(dates.map(([, time, text]) => [time, text])).to.deep.equal([
      ['2026-05-03T08:00:00.000Z', 'May 3, 2026'],
      ['2026-05-02T08:00:00.000Z', 'May 2, 2026'],
      ['2026-05-01T08:00:00.000Z', 'May 1, 2026'],
    ]);
    expect(html).to.match(/role="region" aria-label="Posts" tabindex="0"><ol>/);
  });

  it('shows a named empty state without posts, even for invalid account ids', () => {
    for (const ids of [[], [9], ['7', null, 1.5], 'all', undefined])
      expect(htmlFor(ids))
        .to.match(/role="region" aria-label="Posts"><p>No posts yet<\/p>/)
        .and.not.to.contain('<ol');
  });

  it('ignores invalid account ids beside valid ones', () => {
    expect(htmlFor(['7', null, 8, 1.5]))
      .to.contain('A guest')
      .and.not.to.contain('The oven');
  });

  it('is not a tab stop inside a link', () => {
    expect(htmlFor([7], { properties: { hyperlink: '/posts' } })).not.to.contain('tabindex="0"');
  });
});
