import { renderPage } from '../renderPage.ts';
import { makePage } from './makePage.ts';
import { SAMPLE_BLOCKS, samplePage } from './samplePages.ts';
import { SAMPLE_PAGES } from './samples/samplePages.ts';

/** The options of a page that is published, for what only then stands in its head. */
const PUBLISHED = {
  url: 'https://ada.example.com/',
  attributionUrl: 'https://cobble.example/',
} as const;

/** A document for each block type, for all of them on one page, and for each sample page. */
export function goldenDocuments(): readonly (readonly [name: string, html: string])[] {
  return [
    ...Object.entries(SAMPLE_BLOCKS).map(
      ([type, blocks]) => [type, renderPage(makePage(blocks)).html] as const,
    ),
    ['page', renderPage(samplePage(), PUBLISHED).html],
    ...Object.entries(SAMPLE_PAGES).map(
      ([name, page]) => [`samples/${name}`, renderPage(page(), PUBLISHED).html] as const,
    ),
  ];
}
