import { CobbleError, ok, type Page, refuse, type Result } from '@cobble/engine';
import { migratePage } from '@cobble/engine/migrations';
import type { StoredPage } from '@cobble/host-server/contract';

/** A page as the editor takes it. */
export interface ReadPage {
  readonly page: Page;
  /** It was stored by an older editor and brought to this one's form, which is to be published. */
  readonly isMigrated: boolean;
}

/**
 * Reads a page that the server had stored. One of an older version is migrated and counts as
 * changed; its links to its own site keep to the tab.
 *
 * @param publicUrl where visitors find the site
 * @returns the refusal's code is one of pages, or `page_newer_than_editor`
 */
export function readStoredPage(stored: StoredPage, publicUrl: string): Result<ReadPage> {
  try {
    const { page, migrated } = migratePage(stored, { siteHosts: [new URL(publicUrl).host] });
    return ok({ page, isMigrated: migrated });
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    return refuse(error.code, error.details);
  }
}
