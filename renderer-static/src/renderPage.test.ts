import { type Block, CobbleError, richTextFromPlain, type RichText } from '@cobble/engine';
import { parsePage } from '@cobble/engine/parsing';
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { renderPage } from './renderPage.ts';
import { makeBlock, makePage, makeSection } from './testing/makePage.ts';
import { SAMPLE_BLOCKS, samplePage } from './testing/sampleBlocks.ts';

const text = (uuid: string, doc: RichText, y = 0) =>
  makeBlock({
    uuid,
    type: 'text',
    position: { x: 0, y, width: 0.8, height: 0.1 },
    content: { text: doc },
  });

const heading = (level: number, text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'heading', attrs: { level }, content: [{ type: 'text', text }] }],
});

describe('renderPage', () => {
  it('throws for a promise, JSON text or another value that is not a page, instead of rendering an empty document [SA4]', () => {
    const page = makePage([]);
    for (const value of [
      Promise.resolve(page),
      { then: () => undefined },
      JSON.stringify(page),
      [page],
      null,
      undefined,
    ])
      expect(() => renderPage(value as never))
        .to.throw(CobbleError, /^page must be an object/)
        .and.include({ code: 'input_invalid' });
  });

  it('writes the page’s title, description and language [PD1]', () => {
    const { html } = renderPage(samplePage(), { url: 'https://ada.example.com/main' });
    expect(html).to.match(/^<!DOCTYPE html>\n<html lang="en">/);
    expect(html).to.contain('<meta charset="utf-8">');
    expect(html).to.contain('name="viewport"');
    expect(html).to.contain('<title>Ada’s corner</title>');
    expect(html).to.contain('<meta name="description" content="Bread &amp; machines">');
    expect(html).to.contain('<link rel="canonical" href="https://ada.example.com/main">');
    expect(html).to.contain('property="og:title"');
  });

  it('uses site/page as the title of untitled pages, and no canonical link in previews', () => {
    const { html } = renderPage(makePage([]));
    expect(html).to.contain('<title>ada/main</title>');
    expect(html).not.to.contain('canonical');
  });

  it('has one h1, the first in reading order; later ones step down but keep their font size [PD1]', () => {
    const { html } = renderPage(
      makePage([text('b', heading(1, 'Second'), 0.5), text('a', heading(1, 'First'))]),
    );
    expect(html).to.contain('<h1 class="h1">First</h1>');
    expect(html).to.contain('<h2 class="h1">Second</h2>');
  });

  it('skips no heading level on the way down, and keeps each heading’s style [PD1]', () => {
    const levels = [3, 4, 1, 4, 2, 4, 4, 1, 3];
    const blocks = levels.map((level, index) =>
      text(`t${String(index)}`, heading(level, String(index)), index / 5),
    );
    const { html } = renderPage(makePage(blocks));
    const tags = [...html.matchAll(/<h([1-6]) class="h([1-4])">\d/g)];
    expect(tags.map(([, tag]) => Number(tag))).to.deep.equal([2, 3, 1, 2, 2, 3, 4, 2, 3]);
    expect(tags.map(([, , level]) => Number(level))).to.deep.equal(levels);
  });

  it('has its title as a visually hidden h1 if no heading is one [PD1]', () => {
    const { html } = renderPage(makePage([text('a', heading(2, 'Only'))], { title: 'My <page>' }));
    expect(html).to.contain('<h1 class="unseen">My &lt;page&gt;</h1>');
  });

  it('has landmarks and a skip link [PD1]', () => {
    const titled = makePage([text('a', heading(2, 'About'))]);
    const { html } = renderPage(titled, { attributionUrl: 'https://cobble.example/' });
    expect(html).to.match(/<a class="skip" href="#([^"]+)">[^]*<main id="\1"/);
    expect(html).to.contain('<section');
    expect(renderPage(makePage([])).html, 'no heading, no section').not.to.contain('<section');
    expect(html).to.contain('<footer');
  });

  it('has the attribution only with a target [PD4]', () => {
    const footer = 'Made on Cobble';
    expect(renderPage(makePage([]), { attributionUrl: 'https://c.example/' }).html).to.contain(
      footer,
    );
    expect(renderPage(makePage([]), { attributionUrl: null }).html).not.to.contain(footer);

    const evil = renderPage(makePage([]), { attributionUrl: 'javascript:alert(1)' }).html;
    expect(evil).not.to.contain(footer);
  });

  it('uses only the system font in what it adds to a page, so that it looks the same on all pages [FN3]', () => {
    const dated = makeBlock({
      uuid: 'a',
      type: 'shape',
      clientCreatedAt: '2026-07-01T10:00:00Z',
      properties: { displayTimestamp: 'always' },
    });
    const { css } = renderPage(makePage([dated]), {
      attributionUrl: 'https://c.example/',
      site: { analyticsId: 'G-ABC1234567' },
    });
    for (const selector of ['.made a', '.count', '.when'])
      expect(css, selector).to.contain(selector);
    expect(css).not.to.contain('@font-face').and.not.to.contain('Inter');
  });

  it('loads the faces of used families only', () => {
    const { css, assets } = renderPage(
      makePage([
        makeBlock({
          uuid: 'a',
          type: 'text',
          content: { text: richTextFromPlain('Hi'), font: 'Caveat' },
        }),
      ]),
      { fontBaseUrl: 'https://fonts.example/f' },
    );
    expect(
      [...css.matchAll(/@font-face\{font-family:"([^"]+)"/g)].map(([, name]) => name),
    ).to.include('Caveat');
    expect(css).not.to.match(/@font-face\{font-family:"(?!Caveat)/);
    expect(assets.every((url) => url.startsWith('https://fonts.example/f/caveat-'))).to.equal(true);
  });

  it('has a policy that allows its style element and no script [SA5]', () => {
    const { html, csp, css } = renderPage(makePage(SAMPLE_BLOCKS.text), {
      fontBaseUrl: 'https://fonts.example/f',
    });
    const styles = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, inner]) => inner);
    expect(styles).to.deep.equal([css]);
    const hash = createHash('sha256').update(css, 'utf8').digest('base64');
    expect(csp).to.equal(
      `default-src 'none'; img-src 'self' data:; font-src 'self' https://fonts.example; ` +
        `style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; object-src 'none'`,
    );
    expect(html).not.to.match(/ style=| on[a-z]+=|<script/i);
  });

  it('accepts the platform’s SHA-256, which gives the same policy in Node', () => {
    const page = makePage(Object.values(SAMPLE_BLOCKS).flat());
    const requests: string[] = [];
    const sha256 = (text: string): string => {
      requests.push(text);
      return createHash('sha256').update(text).digest('base64');
    };
    const rendered = renderPage(page, { sha256 });
    expect(rendered).to.deep.equal(renderPage(page));
    expect(requests).to.include(rendered.css);
  });

  it('rejects a SHA-256 function that returns no digest, which would make the policy block every style', () => {
    const results: readonly unknown[] = [undefined, '', 'abc', Promise.resolve('x')];
    for (const result of results) {
      const sha256 = (() => result) as unknown as () => string;
      expect(() => renderPage(makePage([]), { sha256 }))
        .to.throw('options.sha256 must return the digest in base64, synchronously')
        .with.property('code', 'input_invalid');
    }
  });

  it('allows images from other sites only if the page has some, and GIPHY’s from GIPHY only [SA5]', () => {
    const image = (uuid: string, url: string) =>
      makeBlock({ uuid, type: 'image', content: { url } });
    const sourcesOf = (...blocks: Parameters<typeof makePage>[0]) =>
      /img-src ([^;]*)/.exec(renderPage(makePage(blocks)).csp)?.[1];
    expect(sourcesOf(image('a', '/assets/a.png'))).to.equal("'self' data:");
    const giphy = SAMPLE_BLOCKS.gif.slice(0, 1);
    expect(sourcesOf(...giphy)).to.match(/^'self' data:(?: https:\/\/media\d?\.giphy\.com)+$/);
    // Other sites may redirect anywhere.
    expect(sourcesOf(...giphy, image('a', 'https://a.example/a.png'))).to.equal(
      "'self' data: https:",
    );
    const counted = renderPage(makePage([]), { site: { analyticsId: 'G-ABCDE12345' } }).csp;
    expect(counted).to.include("img-src 'self' data: https://www.googletagmanager.com");
  });

  it('allows media only if the page has some', () => {
    const song = makeBlock({
      uuid: 'a',
      type: 'audio',
      content: { url: '/assets/a.mp3', title: '' },
    });
    const { csp, assets, html } = renderPage(makePage([song]), {
      assetBaseUrl: 'https://a.example',
    });
    expect(csp).to.contain("; media-src 'self' https://a.example;");
    expect(assets).to.include('https://a.example/assets/a.mp3');
    expect(html).not.to.contain('og:image');
    // Scripts are trusted and allowed by hash; attributes contain neither styles nor handlers.
    expect(renderPage(samplePage()).html).not.to.match(/ style=| on[a-z]+=|<script[^>]/i);
  });

  it('shows a notice instead of code embeds in safe mode [SA8]', () => {
    const code = makeBlock({ uuid: 'a', type: 'code-embed', content: { ceCode: '<b>hi</b>' } });
    const safe = renderPage(makePage([code]), { safeMode: true }).html;
    expect(safe).to.contain('Disabled in Safe Mode').and.not.to.contain('<iframe');
    expect(renderPage(makePage([code])).html)
      .to.contain('<iframe')
      .and.not.to.contain('allow-same-origin');
  });

  it('gives each section an id for links, its own or a default [PD5]', () => {
    const section = (uuid: string, groupOrder: number, htmlId?: string) => ({
      ...makeSection(uuid, 1, groupOrder),
      properties: htmlId === undefined ? {} : { htmlId },
    });
    const idsIn = (html: string) =>
      [...html.matchAll(/<(?:section|div) class="s [^>]*? id="([^"]*)"/g)].map(([, id]) => id);
    const sections = [section('c', 2), section('a', 0), section('b', 1, 'about')];
    const { html, warnings } = renderPage(makePage(sections));
    expect(idsIn(html)).to.deep.equal(['main', 'about', 'section-c']);
    expect(warnings).to.deep.equal([]);
    const named = { uuid: 'x', type: 'shape', parentUuid: 'c', properties: { htmlId: 'main' } };
    const other = renderPage(makePage([...sections, makeBlock(named)]));
    expect(idsIn(other.html)).to.deep.equal(['section-a', 'about', 'section-c']);
    expect(other.warnings).to.deep.equal([]);
  });

  it('reports what it could not render', () => {
    const page = makePage([
      makeBlock({ uuid: 'odd', type: 'hologram' }),
      makeBlock({ uuid: 'lost', type: 'shape', parentUuid: 'nowhere' }),
      makeBlock({ uuid: 'a', type: 'shape', properties: { htmlId: 'same' } }),
      makeBlock({ uuid: 'b', type: 'shape', properties: { htmlId: 'same' } }),
    ]);
    expect(renderPage(page).warnings).to.have.deep.members([
      { code: 'unreachable', uuid: 'lost' },
      { code: 'unknown_type', uuid: 'odd' },
      { code: 'duplicate_html_id', uuid: 'b' },
    ]);
  });

  it('shows text in as many nested groups as the engine accepts', () => {
    const nested = (groups: number) =>
      makePage([
        ...Array.from({ length: groups }, (_, index) =>
          makeBlock({
            uuid: `g${String(index)}`,
            type: 'group',
            parentUuid: index === 0 ? 's1' : `g${String(index - 1)}`,
            content: { groupDisplay: 'freeform', groupOrder: 0 },
          }),
        ),
        makeBlock({
          uuid: 'deep',
          type: 'text',
          parentUuid: `g${String(groups - 1)}`,
          content: { text: richTextFromPlain('Deep down') },
        }),
        makeSection('s1', 2),
      ]);
    const deepest = parsePage(nested(31));
    expect(() => parsePage(nested(32))).to.throw('nested too deeply');
    const { html, warnings } = renderPage(deepest);
    expect(html).to.contain('Deep down');
    expect(warnings).to.deep.equal([]);
  });

  it('never nests links, in linked blocks of every type and in linked groups [PD6]', () => {
    const linked = (uuid: string, more: Partial<Block> = {}) =>
      makeBlock({
        uuid,
        type: 'text',
        ...more,
        properties: { hyperlink: `/${uuid}` },
        content: {
          text: richTextFromPlain('Hi', { marks: [{ type: 'link', attrs: { href: '/inner' } }] }),
        },
      });
    const group = makeBlock({
      uuid: 'group',
      type: 'group',
      properties: { hyperlink: '/group' },
      content: { groupDisplay: 'freeform', groupOrder: 0 },
    });
    const samples = (parentUuid: string) =>
      Object.values(SAMPLE_BLOCKS)
        .flat()
        .map((block) => ({
          ...block,
          uuid: `${parentUuid}-${block.uuid}`,
          parentUuid,
          properties: { ...block.properties, hyperlink: '/sample' },
        }));
    const blocks = [linked('outer'), group, linked('member', { parentUuid: 'group' })];
    const { html } = renderPage(makePage([...blocks, ...samples('s1'), ...samples('group')]));
    expect(html).to.contain('href="/outer"').and.to.contain('href="/group"');
    expect(html).not.to.contain('/inner').and.not.to.contain('/member');
    let depth = 0;
    for (const [tag] of html.matchAll(/<a[\s>]|<\/a>/g)) {
      depth += tag === '</a>' ? -1 : 1;
      expect(depth).to.be.within(0, 1);
    }
  });

  it('opens no new tab, which would stay empty, for links to mail and phone apps [PD6]', () => {
    const links = ['https://a.example/', 'mailto:ada@a.example', ' TEL:+4930123'];
    const block = (href: string, y: number) =>
      makeBlock({
        uuid: `block-${String(y)}`,
        type: 'shape',
        position: { x: 0, y, width: 0.1, height: 0.1 },
        properties: { hyperlink: href, hyperlinkTarget: '_blank' },
        content: { shapeType: 'oval', shapeColor: '#000' },
      });
    const content = links.map((href) => ({
      type: 'text',
      text: href,
      marks: [{ type: 'link', attrs: { href, target: '_blank' } }],
    }));
    const doc = { type: 'doc', content: [{ type: 'paragraph', content }] } as RichText;
    const { html } = renderPage(makePage([text('t', doc, 0.9), ...links.map(block)]));
    const found = [...html.matchAll(/<a [^>]*href="([^"]*)"([^>]*)>/g)]
      .map(([, href = '', rest = '']) => `${href} ${String(rest.includes('_blank'))}`)
      .filter((link) => !link.startsWith('#'));
    const expected = [
      'https://a.example/ true',
      'mailto:ada@a.example false',
      'TEL:+4930123 false',
    ];
    expect(found.filter((link) => expected.includes(link))).to.have.members([
      ...expected,
      ...expected,
    ]);
  });

  it('names a link by its target if its shape has no alt text', () => {
    const { html } = renderPage(
      makePage([
        makeBlock({
          uuid: 'a',
          type: 'shape',
          properties: { hyperlink: 'https://www.example.com/shop' },
          content: { shapeType: 'oval', shapeColor: '#000' },
        }),
      ]),
    );
    expect(html).to.contain('aria-label="example.com/shop"');
  });

  it('renders 40 blocks of text and shapes in under 50 KB without JavaScript', () => {
    const blocks = Array.from({ length: 40 }, (_, index) =>
      makeBlock({
        uuid: `block-${String(index)}`,
        type: index % 2 === 0 ? 'text' : 'shape',
        position: {
          x: (index % 5) * 0.19,
          y: index * 0.04,
          width: 0.31 + (index % 3) / 10,
          height: 0.1,
        },
        content:
          index % 2 === 0
            ? {
                text: richTextFromPlain('Some words about the market square on a sunny day.'),
                font: ['Lato', 'Caveat', 'EB Garamond'][index % 3],
              }
            : { shapeType: 'star', shapeColor: '#FFB52E' },
      }),
    );
    for (const phoneLayout of ['scaled', 'automatic'] as const) {
      const { html, weight } = renderPage(makePage(blocks, { phoneLayout }));
      expect(weight.html).to.equal(Buffer.byteLength(html));
      expect(weight.html).to.be.below(50_000);
      expect(html).not.to.contain('<script');
    }
  });

  it('stops soon after exceeding the maximum size, so that scattered points do not occupy a server for seconds [PD13]', () => {
    const seen: string[] = [];
    const embeds = Array.from({ length: 20 }, (_, index) =>
      makeBlock({
        uuid: `code-${String(index)}`,
        type: 'code-embed',
        position: { x: 0, y: index / 20, width: 0.5, height: 0.05 },
        content: { code: `<p>${String(index)}` },
      }),
    );
    const page = makePage(embeds);
    const render = (maxBytes?: number): number =>
      renderPage(page, {
        ...(maxBytes === undefined ? {} : { maxBytes }),
        codeEmbedUrl: (uuid) => {
          seen.push(uuid);
          return 'https://embeds.example/x';
        },
      }).weight.html;
    const bytes = render();
    expect(render(bytes)).to.equal(bytes);
    expect(() => render(bytes - 1))
      .to.throw(CobbleError)
      .with.property('code', 'page_too_large');
    seen.length = 0;
    expect(() => render(500))
      .to.throw(CobbleError)
      .with.deep.property('details', { limit: 500 });
    expect(seen).to.have.lengthOf.below(10);
  });

  it('loads and works in bare Node, without a DOM [PD12]', function () {
    this.timeout(120_000);
    const index = fileURLToPath(new URL('./index.ts', import.meta.url));
    const register = fileURLToPath(new URL('../../scripts/register-tsx.mjs', import.meta.url));
    const samples = fileURLToPath(new URL('./testing/sampleBlocks.ts', import.meta.url));
    const script = `import { renderPage } from ${JSON.stringify(index)};
      import { samplePage } from ${JSON.stringify(samples)};
      if (typeof document !== 'undefined') throw new Error('there is a DOM');
      process.stdout.write(renderPage(samplePage()).html);`;
    const output = execFileSync(
      process.execPath,
      ['--import', register, '--conditions=@cobble/source', '--input-type=module', '-e', script],
      { encoding: 'utf8' },
    );
    expect(output).to.equal(renderPage(samplePage()).html);
  });
});
