import { CobbleError, ok, type Page, refuse, type Result } from '@cobble/engine';
import { migratePage } from '@cobble/engine/migrations';
import type { StoredPage } from '@cobble/host-server/contract';

/** A page that the editor can open. */
export interface ReadPage {
  readonly page: Page;
  /** Whether an older editor stored it or it was repaired, so that it has changes to publish. */
  readonly isMigrated: boolean;
}

/**
 * Reads a stored page [ED7]. A page of an older version is migrated and counts as changed; its
 * links to its own site open in the same tab, unless they have a target.
 *
 * @param publicUrl the site's public address
 * @returns the page, or a refusal with the code of an invalid page (`PageProblemCode`) or
 *   `page_newer_than_editor`
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
