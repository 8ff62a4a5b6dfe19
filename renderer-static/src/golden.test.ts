import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { renderPage } from './renderPage.ts';
import { makePage } from './testing/makePage.ts';
import { SAMPLE_BLOCKS, samplePage } from './testing/samplePages.ts';

/** The document with a line a rule, so that a change can be read. */
const readable = (html: string): string => html.replace(/\}(?=[^}\n])/g, '}\n');

/** Compares with a file of `golden/`; `UPDATE_GOLDEN=1` writes it anew, to be read before committing. */
function expectGolden(name: string, html: string): void {
  const file = new URL(`./golden/${name}.html`, import.meta.url);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, readable(html));
  expect(readable(html)).to.equal(readFileSync(file, 'utf8'));
}

describe('the published HTML is what it was', () => {
  for (const [type, blocks] of Object.entries(SAMPLE_BLOCKS))
    it(`for a ${type}`, () => {
      expectGolden(type, renderPage(makePage(blocks)).html);
    });

  it('for a whole page that flows on phones', () => {
    const { html } = renderPage(samplePage(), {
      url: 'https://ada.example.com/',
      attributionUrl: 'https://cobble.example/',
    });
    expectGolden('page', html);
  });
});
