import { deepFreeze } from '@cobble/engine';
import { expect } from 'chai';
import { renderPage } from '../renderPage.ts';
import { makeBlock, makePage } from '../testing/makePage.ts';
import { en } from './en.ts';

describe('the messages of a published page', () => {
  // Frozen, so that rendering is memoized.
  const page = deepFreeze(
    makePage([
      makeBlock({
        uuid: 'posts',
        type: 'channel',
        content: { channelFilters: { accountIds: [1], channelIds: [] } },
      }),
      makeBlock({ uuid: 'code', type: 'code-embed', content: { ceCode: '<p>x</p>' } }),
      makeBlock({
        uuid: 'video',
        type: 'vimeo',
        position: { width: 0.8, height: 0.5 },
        content: { vimeo: { id: '76979871' } },
      }),
    ]),
  );
  const options = {
    safeMode: true,
    attributionUrl: 'https://cobble.example/',
    site: { analyticsId: 'G-ABCDEFGH12', feedUrl: 'https://a.example/feed.xml' },
  };

  it('are English by default', () => {
    const { html } = renderPage(page, options);
    for (const key of ['skipToContent', 'attribution', 'noPosts', 'safeMode'] as const)
      expect(html).to.contain(en[key]);
    expect(html).to.contain('Watch on Vimeo');
  });

  it('can be replaced, are escaped, and do not reuse memoized HTML with other messages', () => {
    renderPage(page, options);
    const translated = Object.fromEntries(Object.keys(en).map((key) => [key, `<${key}>`]));
    const messages = { ...translated, 'embedAction.vimeo': '<action>', 'altText.vimeo': '<name>' };
    const { html } = renderPage(page, { ...options, messages });
    const texts = ['skipToContent', 'attribution', 'feed', 'noPosts', 'safeMode', 'action'];
    for (const key of [...texts, 'name', 'visitCountingText', 'visitCountingRefuse'])
      expect(html).to.contain(`&lt;${key}&gt;`).and.not.to.contain(`<${key}>`);
    for (const text of Object.values(en).filter((text) => text.length > 5))
      expect(html).not.to.contain(text);
    expect(html).not.to.contain('Vimeo video').and.not.to.contain('Watch on');
  });
});
