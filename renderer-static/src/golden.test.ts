import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { renderPage } from './renderPage.ts';
import { PUBLISHED } from './testing/goldenDocuments.ts';
import { knownImages, imageBlocks } from './testing/knownImages.ts';
import { makePage } from './testing/makePage.ts';
import { SAMPLE_BLOCKS, samplePage } from './testing/sampleBlocks.ts';
import { SAMPLE_PAGES } from './testing/samples/samplePages.ts';

/** Splits the document into a line per rule, for readable diffs. */
const readable = (html: string): string => html.replace(/\}(?=[^}\n])/g, '}\n');

/** Splits the document into a line per element; path data over 120 characters becomes a hash. */
const readablePage = (html: string): string =>
  html
    .replace(/<(?=(?:div|a|section|img|svg|path|p|h[1-6]|ul|ol|li)\b)/g, '\n<')
    .replace(/ d="([^"]{121,})"/g, (_, path: string) => {
      const print = createHash('sha256').update(path).digest('hex').slice(0, 8);
      return ` d="${path.slice(0, 24)}… ${String(path.length)} signs, ${print}"`;
    });

/**
 * Compares with a file in `golden/`. `UPDATE_GOLDEN=1` rewrites it, to be reviewed before a commit.
 */
function expectGolden(name: string, html: string): void {
  const file = new URL(`./golden/${name}.html`, import.meta.url);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, readable(html));
  expect(readable(html)).to.equal(readFileSync(file, 'utf8'));
}

describe('golden files: published HTML is unchanged', () => {
  for (const [type, blocks] of Object.entries(SAMPLE_BLOCKS))
    it(`for a ${type} [PD8]`, () => {
      expectGolden(type, renderPage(makePage(blocks)).html);
    });

  it('for images with variants', () => {
    const { html } = renderPage(makePage(imageBlocks()), { images: knownImages });
    expectGolden('pictures', html);
  });

  it('for a whole page with automatic phone layout', () => {
    expectGolden('page', renderPage(samplePage(), PUBLISHED).html);
  });

  for (const [name, page] of Object.entries(SAMPLE_PAGES))
    it(`for the sample page ${name}`, () => {
      const { html } = renderPage(page(), { url: `https://${name}.example.com/` });
      expectGolden(`samples/${name}`, readablePage(html));
    });
});
