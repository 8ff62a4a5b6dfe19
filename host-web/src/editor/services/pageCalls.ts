import type { Page } from '@cobble/engine';
import { calls, type StoredPage } from '@cobble/host-server/contract';
import type { ApiClient } from '../../api/ApiClient.ts';

/**
 * Loads a page: its draft for the owner, the published page for everyone else.
 *
 * @throws {ApiError}
 */
export function fetchPage(api: ApiClient, site: string, page: string): Promise<StoredPage> {
  return api.call(calls.getPage, { query: { site, page }, isQuiet: true });
}

/**
 * Stores and publishes a page.
 *
 * @param baseRevision the revision that the changes were made on
 * @throws {ApiError}
 */
export function publishPage(api: ApiClient, page: Page, baseRevision: number): Promise<Page> {
  return api.call(calls.publishPage, {
    params: { id: page.ID },
    isQuiet: true,
    body: {
      slug: page.slug,
      isPublic: page.isPublic,
      isListed: page.isListed,
      isPeekable: page.isPeekable,
      relativeHeight: page.relativeHeight,
      settings: page.settings,
      style: page.style,
      things: page.things,
      baseRevision,
    },
  });
}
