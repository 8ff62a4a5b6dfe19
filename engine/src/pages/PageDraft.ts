import type { Page } from '../model/Page.ts';

/**
 * The fields that a page is created from. The server, or a host without one, adds the others of
 * {@link Page} (`ID`, `accountID`, `site`, `isDisabled`, `revision` and times). The body of `POST
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
