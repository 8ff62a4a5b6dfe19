import { z } from 'zod';
import { importedSchema, siteRenderingSchema, siteSchema, siteSettingsSchema } from '../site.ts';
import { defineCall, empty, id, none, refusalsOfAPage } from '../defineCall.ts';
import { domainSchema } from '../domain.ts';
import { postSchema } from '../post.ts';

const siteId = z.object({ id });
const domainName = z.object({ domainName: z.string().max(300) });

/** Sites: settings, archives, domains, posts. */
export const siteCalls = {
  /** Changes the given settings. */
  updateSite: defineCall({
    method: 'PUT',
    path: '/site/{id}',
    params: siteId,
    query: none,
    body: z.object({ settings: siteSettingsSchema }),
    response: siteSchema,
    errors: [
      'err_unauthorized',
      'err_not_found',
      'site_invalid_favicon',
      'site_invalid_share_image',
      'site_invalid_analytics_id',
      'site_invalid_meta_tags',
      'site_unsupported_settings',
      'insufficient_privileges_to_change_favicon',
      'insufficient_privileges_to_change_share_image',
      'insufficient_privileges_to_change_analytics_id',
      'insufficient_privileges_to_change_meta_tags',
      'insufficient_privileges_to_hide_attribution',
    ],
  }),
  /**
   * The site as a ZIP for any static host, streamed: what visitors may see, or with `hidden` also
   * the JSON of all pages, as a backup. `url`: where the site will be hosted.
   */
  exportSite: defineCall({
    method: 'GET',
    path: '/site/{id}/archive',
    params: siteId,
    query: z.object({
      hidden: z.enum(['true']).optional(),
      url: z
        .url({ protocol: /^https?$/ })
        .max(2048)
        .optional(),
    }),
    body: none,
    // Not JSON: the handler sends a ZIP.
    response: z.unknown(),
    errors: ['err_unauthorized', 'err_not_found', 'err_bad_request', 'err_rate_limited'],
  }),
  /**
   * multipart/form-data with one `file`, a ZIP from `exportSite` of any server. Adds its pages as
   * drafts under free slugs, in one transaction; nothing existing changes.
   */
  importSite: defineCall({
    method: 'POST',
    path: '/site/{id}/archive',
    params: siteId,
    query: none,
    body: z.instanceof(FormData),
    response: importedSchema,
    errors: [
      'err_unauthorized',
      'err_not_found',
      'err_rate_limited',
      'archive_invalid',
      'archive_too_large',
      'pages_per_account_limit_exceeded',
      ...refusalsOfAPage,
    ],
  }),
  /**
   * What a preview needs in order to match the published page. For the owner, and for everyone once
   * a page of the site is public.
   */
  getSiteRendering: defineCall({
    method: 'GET',
    path: '/site/{id}/rendering',
    params: siteId,
    query: none,
    body: none,
    response: siteRenderingSchema,
    errors: ['err_not_found'],
  }),
  /** Claims a custom domain. It is served once its DNS has the records of the response. */
  addDomain: defineCall({
    method: 'POST',
    path: '/domain',
    query: none,
    body: z.object({ domainName: z.string().max(300), siteID: id }),
    response: domainSchema,
    errors: [
      'err_unauthorized',
      'err_not_found',
      'err_rate_limited',
      'domain_invalid_name',
      'insufficient_privileges_to_add_domain',
    ],
  }),
  removeDomain: defineCall({
    method: 'DELETE',
    path: '/domain/{domainName}',
    params: domainName,
    query: none,
    body: none,
    response: empty,
    errors: ['err_unauthorized', 'domain_does_not_exist'],
  }),
  /** Checks in DNS that the domain is proven and resolves to this server. */
  syncDomain: defineCall({
    method: 'POST',
    path: '/domain/sync/{domainName}',
    params: domainName,
    query: none,
    body: none,
    response: domainSchema,
    errors: [
      'err_unauthorized',
      'err_rate_limited',
      'domain_does_not_exist',
      'insufficient_privileges_to_use_domain',
    ],
  }),
  /** The canonical domain of a site; with `includeInactive`, else the newest claim. */
  getCanonicalDomain: defineCall({
    method: 'GET',
    path: '/domain/canonical',
    query: z.object({
      siteID: id,
      includeInactive: z.enum(['true', 'false']).optional(),
    }),
    body: none,
    response: domainSchema,
    errors: ['err_unauthorized', 'domain_does_not_exist'],
  }),
  /** An account's posts, newest first, at most a hundred. */
  listPosts: defineCall({
    method: 'GET',
    path: '/v2/post/list/',
    query: z.object({ account_id: id }),
    body: none,
    response: z.object({ posts: z.array(postSchema) }),
    errors: [],
  }),
} as const;
