import type { Page } from '../model/Page.ts';

/**
 * The fields that a page is created from, without those that the server sets. The body of `POST
 * /page`.
 */
export type PageDraft = Pick<
  Page,
  | 'slug'
  | 'isPublic'
  | 'isListed'
  | 'isPeekable'
  | 'relativeHeight'
  | 'settings'
  | 'style'
  | 'things'
>;
