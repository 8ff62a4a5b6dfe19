import { parseUrl } from '@cobble/engine';
import type { Knex } from 'knex';
import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { calls } from '../contract/index.ts';
import type { Addresses, PageAddress } from '../http/addresses.ts';
import { addressKey } from '../shared/addressKeys.ts';
import type { Mount } from '../http/mountCall.ts';
import { findPageByAddress } from '../pages/repositories/pages.ts';
import { publicCacheHeaders } from '../publishing/serve/pageHeaders.ts';
import { readPagePath } from '../publishing/serve/pagePath.ts';
import { ApiError } from '../shared/ApiError.ts';
import type { SiteDirectory } from '../sites/SiteDirectory.ts';
import type { FoundPreview, PreviewImages } from './PreviewImages.ts';
import {
  PREVIEW_RETRY_SECONDS,
  findPublicPreview,
  sendPreview,
  type PreviewRequest,
  type PublicPreviewServices,
} from './servePreviews.ts';

/** Dependencies of the call for previews. */
export interface PreviewCallServices extends PublicPreviewServices {
  readonly knex: Knex;
  readonly addresses: Pick<Addresses, 'hostOf'>;
  readonly sites: Pick<SiteDirectory, 'find'>;
  readonly previewImages: PreviewImages;
}

/**
 * Mounts the call that sends the portrait image of a page by its URL: of a public page to anyone,
 * and of any page to its owner.
 */
export function mountPreviewCalls(mount: Mount, services: PreviewCallServices): void {
  mount(calls.getPagePreview, {
    access: 'anyone',
    // Public images are looked up on the visitors' connections, and wait for the painter.
    turns: 'none',
    async handle({ session, query, request, response }) {
      const address = readAddress(services, query.url);
      if (address === null) throw new ApiError('page_does_not_exist');
      const looked = { address, requester: addressKey(request.ip), response };
      const own = await findOwnPreview(services, session?.account ?? null, looked);
      const found = own ?? (await findPublicPreview(services, looked, 'portrait'));
      const headers = {
        'Cache-Control':
          own === null ? (publicCacheHeaders(false)['Cache-Control'] ?? '') : 'private, no-cache',
        Vary: 'Cookie',
      };
      if (sendPreview(request, response, { found, headers })) return undefined;
      throw found.kind !== 'none'
        ? new ApiError('err_unavailable', { retryAfterSeconds: PREVIEW_RETRY_SECONDS })
        : new ApiError('page_does_not_exist');
    },
  });
}

/** Parses the URL of a page; null when it cannot be the URL of a page on this server. */
function readAddress(
  { addresses }: Pick<PreviewCallServices, 'addresses'>,
  url: string,
): PageAddress | null {
  const parsed = /^https?:/i.test(url) ? parseUrl(url) : null;
  if (parsed === null) return null;
  const host = addresses.hostOf(parsed.host);
  const given = readPagePath(parsed.pathname);
  const path = given.kind === 'redirect' ? readPagePath(given.location) : given;
  if (path.kind !== 'page') return null;
  if (host.kind === 'page') return { site: { slug: host.siteSlug }, slug: path.slug };
  return host.kind === 'unknown' && host.name !== null
    ? { site: { domain: host.name }, slug: path.slug }
    : null;
}

/** The image of the viewer's own page; null when it is not theirs. */
async function findOwnPreview(
  { knex, sites, previewImages }: PreviewCallServices,
  viewer: AccountRow | null,
  { address, requester, response }: PreviewRequest,
): Promise<FoundPreview | null> {
  if (viewer === null) return null;
  const { site, slug } = address;
  const siteSlug = 'slug' in site ? site.slug : (await sites.find(site, requester))?.siteSlug;
  const page = siteSlug === undefined ? null : await findPageByAddress(knex, siteSlug, slug);
  if (page?.accountId !== viewer.id) return null;
  return previewImages.find(page.id, 'portrait', null, response);
}
