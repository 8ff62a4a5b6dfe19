import { renderPage } from '../renderPage.ts';
import type { RenderOptions } from '../RenderOptions.ts';
import { knownImages, imageBlocks } from './knownImages.ts';
import { makePage } from './makePage.ts';
import { SAMPLE_BLOCKS, samplePage } from './sampleBlocks.ts';
import { SAMPLE_PAGES } from './samples/samplePages.ts';

/** Options of a published page, which determine what its head and channels contain. */
export const PUBLISHED: RenderOptions = {
  url: 'https://ada.example.com/',
  attributionUrl: 'https://cobble.example/',
  site: {
    name: 'ada',
    iconUrl: '/assets/icon.png',
    metaTags: [{ name: 'google-site-verification', content: 'proof' }],
    feedUrl: '/feed.xml',
  },
  posts: (accountId) => [
    {
      id: accountId,
      caption: 'The oven is lit.\nCome by after nine, and bring a bag & a friend.',
      createdAt: '2026-05-01T08:00:00.000Z',
    },
    {
      id: accountId + 1,
      caption: 'Sold out <again>',
      createdAt: '2026-05-03T08:00:00.000Z',
    },
  ],
};

/**
 * A document for each block type, for images with variants, for all types on one page, and for each
 * sample page.
 */
export function goldenDocuments(): readonly (readonly [name: string, html: string])[] {
  return [
    ...Object.entries(SAMPLE_BLOCKS).map(
      ([type, blocks]) => [type, renderPage(makePage(blocks)).html] as const,
    ),
    ['pictures', renderPage(makePage(imageBlocks()), { images: knownImages }).html],
    ['page', renderPage(samplePage(), PUBLISHED).html],
    ...Object.entries(SAMPLE_PAGES).map(
      ([name, page]) => [`samples/${name}`, renderPage(page(), PUBLISHED).html] as const,
    ),
  ];
}
