import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { SiteRendering } from '../contract/index.ts';
import type { ChangePagesServices } from '../publishing/changePages.ts';
import { listOpenPages } from '../publishing/repositories/publishedPages.ts';
import { findSiteById } from '../sites/repositories/siteContexts.ts';
import { siteRendering } from '../sites/SiteContext.ts';
import { ApiError } from '../shared/ApiError.ts';

/**
 * What a site contributes to the rendering of its pages, so that previews match. It is visible in
 * the HTML of each page, so everyone who may see a page may have it.
 *
 * @throws ApiError err_not_found, also for other accounts' sites without a public page.
 */
export async function getSiteRendering(
  { knex, addresses }: Pick<ChangePagesServices, 'knex' | 'addresses'>,
  viewer: AccountRow | null,
  id: number,
): Promise<SiteRendering> {
  const site = await findSiteById(knex, id);
  if (site === null) throw new ApiError('err_not_found');
  const isOpen = site.isPublic && (await listOpenPages(knex, id)).length > 0;
  if (viewer?.id !== site.accountId && !isOpen) throw new ApiError('err_not_found');
  return siteRendering(addresses, site);
}
