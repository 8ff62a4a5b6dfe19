import { expect } from 'chai';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { HOSTILE_STRINGS } from '../testing/hostile.ts';
import { sitemapXml } from './siteTexts.ts';

const MORE = [']]>', '&#0;', '&bogus;', '\u000b', '\uffff', '\ud800', '😀', '</loc></url>', '<!--'];
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE_STRINGS, ...MORE), fc.string({ unit: 'binary' })), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''));

describe('sitemap of an exported site', () => {
  // The pages of an archive are untrusted, including their URLs and dates.
  it('is well-formed XML with one URL per page, whatever the addresses and dates', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ address: hostileText, updatedAt: hostileText })),
        (pages) => {
          const parser = new SaxesParser({ xmlns: true });
          const names: string[] = [];
          parser.on('error', (error) => {
            throw error;
          });
          parser.on('opentag', ({ name }) => names.push(name));
          for (const event of ['doctype', 'comment', 'cdata'] as const)
            parser.on(event, () => expect.fail(event));
          parser.write(new TextDecoder().decode(Buffer.from(sitemapXml(pages)))).close();
          const entries = names.filter((name) => name !== 'lastmod');
          expect(entries).to.deep.equal(['urlset', ...pages.flatMap(() => ['url', 'loc'])]);
        },
      ),
      { seed: 3, numRuns: 300 },
    );
  });
});
