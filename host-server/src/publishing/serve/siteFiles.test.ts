import { expect } from 'chai';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { createAddresses } from '../../http/addresses.ts';
import type { SiteContext } from '../../sites/SiteContext.ts';
import { feedOf } from './siteFiles.ts';
import { sitemapOf, Sitemaps } from './Sitemaps.ts';

const addresses = createAddresses('https://cobble.test', 'pages.test', 'embeds.test');

/** Text that ends elements, comments and sections of XML, or is not allowed in it. */
const HOSTILE = [
  ...[']]>', '<![CDATA[', '</title></entry>', '<!--', '-->', '<?xml?>', '&lt;', '&#0;', '&#x1f;'],
  ...[
    '&nbsp;',
    '&bogus;',
    '&',
    '"',
    "'",
    '<script>alert(1)</script>',
    '<!DOCTYPE x [<!ENTITY a "b">]>',
  ],
  ...['\u0000', '\u000b', '\u001b', '\u007f', '\u0085', '\u2028', '\ufffe', '\uffff', '\ufeff'],
  ...['\ud800', '\udfff', '\udfff\ud800', '😀', '\u202e', '\r\n', '\t'],
];
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' })), { maxLength: 6 })
  .map((parts) => parts.join(''));
/** Texts that are truncated to make a title, within or around a special character. */
const longText = fc
  .tuple(fc.string({ maxLength: 90 }), fc.constantFrom('😀', ']]>', '&'))
  .map(([head, special]) => head.padEnd(74, 'x') + special.repeat(9));

/** Parses XML strictly. Returns the path and the direct text of each element. */
function read(xml: string): readonly (readonly [path: string, text: string])[] {
  // Encoded as for the network, where lone surrogates would be replaced.
  const sent = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(xml));
  expect(sent, 'no lone surrogate is sent').to.equal(xml);
  const parser = new SaxesParser({ xmlns: true });
  const open: { name: string; text: string }[] = [];
  const found: [string, string][] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    open.push({ name, text: '' });
  });
  const add = (text: string): void => {
    const innermost = open.at(-1);
    if (innermost) innermost.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const path = open.map(({ name }) => name).join('/');
    found.push([path, open.pop()?.text ?? '']);
  });
  parser.on('doctype', () => expect.fail('a document type'));
  parser.on('comment', () => expect.fail('a comment'));
  parser.write(sent).close();
  return found;
}

const siteNamed = (name: string): SiteContext => ({
  ...{ siteId: 1, siteSlug: 'ada', accountId: 1, username: name, isPublic: true },
  ...{ roles: [], settings: {}, domain: null, hasPosts: true },
});

// Feed readers and search engines reject a whole file for one invalid character.
describe('sitemap and feed with hostile text', () => {
  it('the feed is well-formed, with the text of each post in its own elements [SX3]', () => {
    const posts = fc.array(fc.oneof(hostileText, longText), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(posts, hostileText, hostileText, (captions, name, home) => {
        const rows = captions.map((caption, id) => ({
          ...{ id, caption, createdAt: '2026-01-01T00:00:00.000Z' },
        }));
        const at = { home: `https://ada.test/${home}`, self: `https://ada.test/${home}/feed.xml` };
        const found = read(feedOf(rows, siteNamed(name), addresses, at) ?? '');
        const entry = ['id', 'title', 'link', 'updated', 'published'].map(
          (each) => `feed/entry/${each}`,
        );
        const one = [...entry, 'feed/entry'].sort();
        const shape = found.map(([path]) => path).filter((path) => path.startsWith('feed/entry'));
        expect(shape.filter((path) => !path.endsWith('content')).sort()).to.deep.equal(
          captions.flatMap(() => one).sort(),
        );
        const contents = found.filter(([path]) => path === 'feed/entry/content');
        const plain = captions.map((caption) => caption.replace(/[^\w ]/g, ''));
        // As HTML they have no element except line breaks. Empty posts have no content.
        for (const [, html] of contents) expect(html.replaceAll('<br>', '')).not.to.match(/[<>]/);
        const texts = contents.map(([, html]) => html.replace(/<br>|&\w+;|[^\w ]/g, ''));
        expect(texts.filter(Boolean)).to.deep.equal(plain.filter(Boolean));
        const outside = new Set(found.map(([path]) => path).filter((path) => !/entry/.test(path)));
        for (const path of outside)
          expect(path).to.match(
            /^feed(\/(id|title|updated|generator|author(\/(name|uri))?|link|rights))?$/,
          );
      }),
      { seed: 3, numRuns: 400 },
    );
  });

  it('the sitemap is well-formed, with addresses and dates only [SX3]', async () => {
    const rows = fc.array(fc.oneof(hostileText, longText), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rows, async (slugs) => {
        const pages = slugs.map((slug) => ({ slug, publishedAt: '1970-01-01T00:00:00.000Z' }));
        const found = read(await sitemapOf(pages, siteNamed('ada'), addresses));
        const one = ['urlset/url/loc', 'urlset/url/lastmod', 'urlset/url'];
        expect(found.map(([path]) => path)).to.deep.equal([...slugs.flatMap(() => one), 'urlset']);
        for (const [path, text] of found)
          if (path.endsWith('loc'))
            expect(text.startsWith('https://ada.pages.test/')).to.equal(true);
      }),
      { seed: 3, numRuns: 400 },
    );
  });

  it('the sitemap of ten thousand pages lets other requests take turns [SV21]', async () => {
    const pages = Array.from({ length: 10_000 }, (_, index) => ({
      slug: `p${String(index)}`,
      publishedAt: '1970-01-01T00:00:00.000Z',
    }));
    let turns = 0;
    let isBuilt = false;
    const count = (): void => {
      turns += 1;
      if (!isBuilt) setImmediate(count);
    };
    setImmediate(count);
    const text = await sitemapOf(pages, siteNamed('ada'), addresses);
    isBuilt = true;
    expect(turns).to.be.above(15);
    expect(text.match(/<url>/g)).to.have.length(10_000);
  });

  it('a sitemap that waits is shared, and one that is being built is not, because it may list a page that has become private [SV21]', async () => {
    let reads = 0;
    const waiting: (() => void)[] = [];
    const sitemaps = new Sitemaps(async () => {
      reads += 1;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return [];
    }, addresses);
    const built = [sitemaps.find(siteNamed('ada'))];
    built.push(sitemaps.find(siteNamed('ada')), sitemaps.find(siteNamed('ada')));
    expect(reads).to.equal(1);
    waiting.shift()?.();
    await built[0];
    expect(reads).to.equal(2);
    waiting.shift()?.();
    expect(await Promise.all(built)).to.eql([null, null, null]);
    expect(reads).to.equal(2);
  });
});
