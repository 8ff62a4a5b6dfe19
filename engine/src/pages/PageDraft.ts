import type { Page } from '../model/Page.ts';

/** What a page is created from: all of it but what the server gives. The body of `POST /page`. */
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
