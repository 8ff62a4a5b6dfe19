import type { Block } from '@cobble/engine';
import { expect } from 'chai';
import { renderPage } from '../renderPage.ts';
import type { RenderOptions } from '../RenderOptions.ts';
import { makeBlock, makePage } from '../testing/makePage.ts';

const PAGE_URL = 'https://ada.example.com/main';

const image = (uuid: string, y: number, rest: Partial<Block> = {}): Block =>
  makeBlock({
    uuid,
    type: 'image',
    position: { y },
    altText: `Alt of ${uuid}`,
    content: { url: `/assets/${uuid}.jpg`, naturalWidth: 640, naturalHeight: 480 },
    ...rest,
  });

/** The lines of a head except its style, for a page with these blocks. */
function headOf(blocks: readonly Block[], options: RenderOptions, lang = 'de'): string {
  const page = makePage(blocks, { title: 'Ada’s corner', description: 'Bread & more', lang });
  return renderPage(page, options).html.split('<style>')[0] ?? '';
}

describe('document head', () => {
  it('has everything for link previews, with the topmost image, its size and alt text [PD3]', () => {
    const head = headOf([image('low', 0.9), image('high', 0.2)], {
      url: PAGE_URL,
      site: { name: 'ada' },
    });
    for (const [property, content] of [
      ['og:type', 'website'],
      ['og:title', 'Ada’s corner'],
      ['og:description', 'Bread &amp; more'],
      ['og:url', PAGE_URL],
      ['og:site_name', 'ada'],
      ['og:locale', 'de_DE'],
      ['og:image', 'https://ada.example.com/assets/high.jpg'],
      ['og:image:width', '640'],
      ['og:image:height', '480'],
      ['og:image:alt', 'Alt of high'],
    ])
      expect(head).to.contain(`<meta property="${property}" content="${content}">`);
    expect(head).to.contain('<meta name="twitter:card" content="summary_large_image">');
  });

  it('prefers the site’s share image, and uses its icon [PD3]', () => {
    const { html, assets } = renderPage(makePage([image('a', 0)]), {
      url: PAGE_URL,
      site: { shareImageUrl: '/assets/share.png', iconUrl: '/assets/icon.png' },
    });
    expect(html).to.contain(
      'property="og:image" content="https://ada.example.com/assets/share.png"',
    );
    expect(html).to.contain('<link rel="icon" href="/assets/icon.png">');
    expect(html).to.contain('<link rel="apple-touch-icon" href="/assets/icon.png">');
    expect(assets).to.include('/assets/icon.png');
  });

  it('prefers an image of the page over images on it, but not over the site’s', () => {
    const shareImage = { url: '/assets/share/main.jpg', width: 1200, height: 630 };
    const options = { url: PAGE_URL, shareImage };
    const head = headOf([image('a', 0)], options);
    const versionOf = (html: string): string | undefined =>
      /"og:image" content="https:\/\/ada\.example\.com\/assets\/share\/main\.jpg\?v=(\w+)"/.exec(
        html,
      )?.[1];
    expect(versionOf(head)).to.match(/^\w{8,12}$/);
    expect(versionOf(headOf([image('a', 0)], options)), 'the same page').to.equal(versionOf(head));
    expect(versionOf(headOf([image('b', 0)], options))).not.to.equal(versionOf(head));
    expect(head).to.contain('<meta property="og:image:width" content="1200">');
    expect(head).to.contain('<meta property="og:image:height" content="630">');
    expect(head).to.contain('<meta name="twitter:card" content="summary_large_image">');
    const own = headOf([], { ...options, site: { shareImageUrl: '/assets/own.png' } });
    expect(own).to.contain('content="https://ada.example.com/assets/own.png"');
    expect(own).not.to.contain('share/main.jpg');
    expect(headOf([], { shareImage })).not.to.contain('og:image');
  });

  it('finds images in groups, by their position on the page', () => {
    const group = (uuid: string, y: number, parentUuid?: string): Block =>
      makeBlock({
        uuid,
        type: 'group',
        position: { y },
        ...(parentUuid === undefined ? {} : { parentUuid }),
      });
    const outer = group('outer', 0.4);
    const inner = group('inner', 0.3, 'outer');
    for (const [high, expected] of [
      [0.6, 'high'],
      [0.8, 'deep'],
    ] as const) {
      const deep = image('deep', 0.01, { parentUuid: 'inner' });
      const head = headOf([image('high', high), outer, inner, deep], { url: PAGE_URL });
      for (const [property, content] of [
        ['og:image', `https://ada.example.com/assets/${expected}.jpg`],
        ['og:image:width', '640'],
        ['og:image:height', '480'],
        ['og:image:alt', `Alt of ${expected}`],
      ])
        expect(head).to.contain(`<meta property="${property}" content="${content}">`);
    }
  });

  it('uses the original of the page’s background if there is no other image', () => {
    const files = [{ url: '/assets/wide-2048.avif', width: 2048 }];
    const style = { background: { imageUrl: '/assets/wide.jpg' } };
    const page = { ...makePage([]), style };
    const { html } = renderPage(page, {
      url: PAGE_URL,
      images: () => ({ width: 2048, height: 1000, sources: [{ type: 'image/avif', files }] }),
    });
    expect(html).to.contain('wide-2048.avif');
    expect(html).to.contain('"og:image" content="https://ada.example.com/assets/wide.jpg"');
    expect(html).to.contain('<meta property="og:image:width" content="2048">');
    expect(html).to.contain('<meta property="og:image:height" content="1000">');
    expect(renderPage(page, { url: PAGE_URL }).html).not.to.contain('og:image:width');
  });

  it('has a small card without an image if there is none or no absolute URL', () => {
    for (const head of [headOf([], { url: PAGE_URL }), headOf([image('a', 0)], {})]) {
      expect(head).to.contain('<meta name="twitter:card" content="summary">');
      expect(head).not.to.contain('og:image');
    }
  });

  it('has an opaque theme colour, and a link to the feed of posts', () => {
    const page = { ...makePage([]), style: { borderColor: '#11223380' } };
    const { html } = renderPage(page, { site: { name: 'ada', feedUrl: '/feed.xml' } });
    expect(html).to.contain('<meta name="theme-color" content="#112233">');
    expect(html).to.contain(
      '<link rel="alternate" type="application/atom+xml" title="ada" href="/feed.xml">',
    );
  });

  it('has no locale for unknown languages', () => {
    expect(headOf([], {}, 'zxx')).not.to.contain('og:locale');
  });

  it('has an author’s meta tags with allowed names, escaped', () => {
    const tags: readonly (readonly [string, string])[] = [
      ['google-site-verification', '"><script>alert(1)</script>'],
      ['Robots', 'noindex'],
      ['viewport', 'width=1'],
      ['referrer', 'unsafe-url'],
      ['refresh', '0;url=https://evil.example/'],
      ['x" http-equiv="refresh', '0'],
      ['theme-color', 'red'],
      ['description', 'Not yours'],
    ];
    const head = headOf([], {
      site: { metaTags: tags.map(([name, content]) => ({ name, content })) },
    });
    expect(head).to.contain(
      '<meta name="google-site-verification" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">',
    );
    expect(head).to.contain('<meta name="Robots" content="noindex">');
    expect(head).not.to.match(/unsafe-url|width=1"|evil|http-equiv|"red"|Not yours/);
  });

  it('links the product’s icon only if the site has none', () => {
    const icons = (site: RenderOptions['site']): string[] =>
      renderPage(makePage([]), { site }).html.match(/<link rel="[^"]*icon"[^>]*>/g) ?? [];
    expect(icons({ hasDefaultIcon: true })).to.deep.equal([
      '<link rel="icon" href="/favicon.ico" sizes="32x32">',
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
      '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    ]);
    expect(icons({ hasDefaultIcon: true, iconUrl: '/assets/icon.png' }).join()).not.to.contain(
      'favicon',
    );
    expect(icons({})).to.deep.equal([]);
  });

  it('leaves out addresses, ids and meta tags that a user may have entered and a page may not have', () => {
    const site: NonNullable<RenderOptions['site']> = {
      iconUrl: 'javascript:alert(1)',
      shareImageUrl: 'data:text/html,x',
      metaTags: [{ name: 'refresh', content: '0;url=javascript:alert(1)' }],
      feedUrl: 'javascript:alert(1)',
      analyticsId: 'G-1"><script>',
    };
    const { html } = renderPage(makePage([]), { url: PAGE_URL, site });
    expect(html).not.to.match(/javascript:|data:text|<script|rel="icon"|alternate|og:image/);
  });
});
