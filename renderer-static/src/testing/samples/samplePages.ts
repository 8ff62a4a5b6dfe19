import type { Page } from '@cobble/engine';
import { bandPage } from './bandPage.ts';
import { cvPage } from './cvPage.ts';
import { linksPage } from './linksPage.ts';
import { moodboardPage } from './moodboardPage.ts';
import { portfolioPage } from './portfolioPage.ts';
import { recipePage } from './recipePage.ts';
import { schoolPage } from './schoolPage.ts';
import { shopPage } from './shopPage.ts';
import { weddingPage } from './weddingPage.ts';
import { zinePage } from './zinePage.ts';

/** The ten sample pages by name. */
export const SAMPLE_PAGES = {
  band: bandPage,
  shop: shopPage,
  cv: cvPage,
  recipe: recipePage,
  moodboard: moodboardPage,
  school: schoolPage,
  portfolio: portfolioPage,
  wedding: weddingPage,
  zine: zinePage,
  links: linksPage,
} as const satisfies Record<string, () => Page>;

/** Name of a sample page. */
export type SampleName = keyof typeof SAMPLE_PAGES;
