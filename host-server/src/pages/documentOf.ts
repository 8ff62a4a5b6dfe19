import type { Page } from '@cobble/engine';
import type { PageDocument } from './repositories/pageRevisions.ts';

/** The part of a page that is stored as a draft. */
export function documentOf(page: Page): PageDocument {
  const { relativeHeight, settings, style, things } = page;
  return { relativeHeight, settings, style, things };
}
