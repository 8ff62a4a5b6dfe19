import { z } from 'zod';
import { importedSchema } from '../archive.ts';
import { defineCall } from '../defineCall.ts';
import { domainSchema } from '../domain.ts';
import { postSchema } from '../post.ts';
import { siteRenderingSchema, siteSchema, siteSettingsSchema } from '../site.ts';
import { refusalsOfAPage } from './refusalsOfAPage.ts';
import { empty, id, none } from './shapes.ts';

const siteId = z.object({ id });
const domainName = z.object({ domainName: z.string().max(300) });

/** Sites: settings, archives, domains, posts. */
export const siteCalls = {
  /** Changes the settings that are sent and leaves the others. */
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
   * The site as a ZIP that any static host serves as it is, streamed: only what visitors may see, or
   * with `hidden` the JSON of all pages, to keep. `url`: where it will stand.
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
    // Not JSON: the server sends it itself, and clients read the bytes.
    response: z.unknown(),
    errors: ['err_unauthorized', 'err_not_found', 'err_bad_request', 'err_rate_limited'],
  }),
  /**
   * multipart/form-data with one `file`, a ZIP that `exportSite` gave, here or elsewhere. Its pages
   * are added as drafts under names that are free; nothing of the site is changed. All or nothing.
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
  /** What a preview needs to be the published page: for the owner, and once anyone may see a page. */
  getSiteRendering: defineCall({
    method: 'GET',
    path: '/site/{id}/rendering',
    params: siteId,
    query: none,
    body: none,
    response: siteRenderingSchema,
    errors: ['err_not_found'],
  }),
  /** Claims a domain for a site of one's own; served once its DNS has the records of the answer. */
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
  /** Looks in DNS whether the domain is proven and leads here. */
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
  /** The domain at which a site is at home; with `includeInactive` else the one claimed last. */
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
  /** What an account has posted, the newest first, at most a hundred. */
  listPosts: defineCall({
    method: 'GET',
    path: '/v2/post/list/',
    query: z.object({ account_id: id }),
    body: none,
    response: z.object({ posts: z.array(postSchema) }),
    errors: [],
  }),
} as const;
