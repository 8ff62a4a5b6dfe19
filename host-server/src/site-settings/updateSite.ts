import { allowsFeature, type PlanFeature } from '@cobble/engine';
import type { Knex } from 'knex';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { ErrorCode, Site, SiteSettings } from '../contract/index.ts';
import type { Addresses } from '../http/addresses.ts';
import { ownsAsset } from '../images/repositories/assets.ts';
import { inAccountTurn } from '../accounts/inAccountTurn.ts';
import { changePages, type ChangePagesServices, type Touch } from '../publishing/changePages.ts';
import {
  findSite,
  findSiteById,
  lockSite,
  storeSettings,
} from '../sites/repositories/siteContexts.ts';
import { effectiveSite } from '../sites/SiteContext.ts';
import { ApiError } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';

/** The plan feature that each setting needs, and the error code without it. */
const NEEDS = {
  faviconImageURL: ['favicon', 'insufficient_privileges_to_change_favicon'],
  shareImageURL: ['shareImage', 'insufficient_privileges_to_change_share_image'],
  googleAnalytics4ID: ['analyticsId', 'insufficient_privileges_to_change_analytics_id'],
  metaTags: ['metaTags', 'insufficient_privileges_to_change_meta_tags'],
  hideAttribution: ['hideAttribution', 'insufficient_privileges_to_hide_attribution'],
} as const satisfies Record<keyof SiteSettings, readonly [PlanFeature, ErrorCode]>;

/**
 * Changes the settings of the account's own site, with immediate effect on all of its pages.
 *
 * @throws ApiError err_not_found, insufficient_privileges_to_* for a setting that the plan does not
 *   include, or site_invalid_favicon, site_invalid_share_image for another account's upload.
 *   Unsetting or keeping a value is always allowed.
 */
export async function updateSite(
  services: ChangePagesServices,
  account: AccountRow,
  id: number,
  change: SiteSettings,
): Promise<Site> {
  const store = async (transaction: Knex, touch: Touch): Promise<Site> => {
    if (!(await lockSite(transaction, id, account.id))) throw new ApiError('err_not_found');
    const before = await findSiteById(transaction, id);
    if (before === null) throw new ApiError('err_not_found');
    requirePlanForSettings(account, before.settings, change);
    await requireOwnImages(transaction, services.addresses, account, before.settings, change);
    const settings = { ...before.settings, ...change };
    await storeSettings(transaction, id, settings, services.clock());
    await touch({ siteId: id, pageId: null });
    return {
      ID: id,
      accountID: account.id,
      slug: before.siteSlug,
      isPublic: before.isPublic,
      ownerRoles: [...before.roles],
      canonicalDomain: effectiveSite(before).domain,
      settings,
    };
  };
  return inAccountTurn(services.knex, account.id, () => changePages(services, store));
}

function requirePlanForSettings(
  account: AccountRow,
  before: SiteSettings,
  change: SiteSettings,
): void {
  for (const field of Object.keys(NEEDS) as (keyof SiteSettings)[]) {
    const [feature, code] = NEEDS[field];
    if (isKeptOrUnset(field, before, change)) continue;
    if (!allowsFeature(account, feature)) throw new ApiError(code, { path: `settings.${field}` });
  }
}

/** The code for an image on a host that this server serves, but that the account did not upload. */
const IMAGE_CODES = {
  faviconImageURL: 'site_invalid_favicon',
  shareImageURL: 'site_invalid_share_image',
} as const satisfies Partial<Record<keyof SiteSettings, ErrorCode>>;

async function requireOwnImages(
  transaction: Knex,
  addresses: Addresses,
  account: AccountRow,
  before: SiteSettings,
  change: SiteSettings,
): Promise<void> {
  for (const field of Object.keys(IMAGE_CODES) as (keyof typeof IMAGE_CODES)[]) {
    const url = change[field];
    if (url === undefined || url === null || isKeptOrUnset(field, before, change)) continue;
    const { hostname, pathname } = new URL(url, addresses.appOrigin);
    const host = hostname.replace(/\.$/, '');
    const isServedHere =
      addresses.isOwnHost(host) || (await findSite(transaction, { domain: host })) !== null;
    if (!isServedHere) continue;
    const name = /^\/assets\/([^/]+)$/.exec(pathname)?.[1];
    if (name === undefined || !(await ownsAsset(transaction, account.id, name)))
      throw new ApiError(IMAGE_CODES[field], {
        path: `settings.${field}`,
        message: messages.api.notYourImage,
      });
  }
}

function isKeptOrUnset(
  field: keyof SiteSettings,
  before: SiteSettings,
  change: SiteSettings,
): boolean {
  const value = change[field];
  return isUnset(value) || JSON.stringify(value) === JSON.stringify(before[field]);
}

function isUnset(value: SiteSettings[keyof SiteSettings]): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || value === '' || value === false;
}
