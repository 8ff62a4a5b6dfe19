import type { Page } from '../model/Page.ts';

/**
 * A page before it is first saved. The server, or a host without one, adds the other fields of
 * {@link Page} (`ID`, `accountID`, `site`, `isDisabled`, `revision` and times). The body of
 * `POST /api/page`.
 */
export type UnsavedPage = Pick<
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
