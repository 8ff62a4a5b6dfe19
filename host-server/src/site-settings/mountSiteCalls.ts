import { SMALL_JSON } from '../http/readJsonBody.ts';
import type { Mount } from '../http/mountCall.ts';
import type { ChangePagesServices } from '../publishing/changePages.ts';
import { calls, type SiteRendering } from '../contract/index.ts';
import { updateSite } from './updateSite.ts';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { hasPublicPages } from '../publishing/repositories/publishedPages.ts';
import { findSiteById } from '../sites/repositories/siteContexts.ts';
import { siteRendering } from '../sites/SiteContext.ts';
import { ApiError } from '../shared/ApiError.ts';

/** Twenty meta tags of a thousand characters fit, whatever the characters are. */
const SETTINGS_JSON = { ...SMALL_JSON, bytes: 128 * 1024 };

/** Mounts the calls for sites. */
export function mountSiteCalls(mount: Mount, services: ChangePagesServices): void {
  mount(calls.getSiteRendering, {
    access: 'anyone',
    handle: ({ session, params }) =>
      getSiteRendering(services, session?.account ?? null, params.id),
  });

  mount(calls.updateSite, {
    access: 'account',
    json: SETTINGS_JSON,
    limitPerAccount: 'pageWritesPerAccount',
    handle: ({ session, params, body }) =>
      updateSite(services, session.account, params.id, body.settings),
  });
}

/**
 * Returns what a site contributes to the rendering of its pages, so that previews match. All of it
 * is visible in the HTML of each page, so everyone who may see a page may get it.
 *
 * @throws ApiError err_not_found, including for other accounts' sites without a public page.
 */
export async function getSiteRendering(
  { knex, addresses }: Pick<ChangePagesServices, 'knex' | 'addresses'>,
  viewer: AccountRow | null,
  id: number,
): Promise<SiteRendering> {
  const site = await findSiteById(knex, id);
  if (site === null) throw new ApiError('err_not_found');
  const isShown = site.isPublic && (await hasPublicPages(knex, id));
  if (viewer?.id !== site.accountId && !isShown) throw new ApiError('err_not_found');
  return siteRendering(addresses, site);
}
