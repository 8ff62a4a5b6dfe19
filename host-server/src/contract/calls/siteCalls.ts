import { z } from 'zod';
import { importedSchema, siteRenderingSchema, siteSchema, siteSettingsSchema } from '../site.ts';
import { defineCall, id, none, PAGE_ERRORS } from '../defineCall.ts';

const siteId = z.object({ id });

/** Sites: settings, rendering, archives. */
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
   * Streams the site as a ZIP for any static host: what visitors may see and, with `hidden`, also
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
    errors: [
      'err_unauthorized',
      'err_not_found',
      'err_bad_request',
      'err_rate_limited',
      'err_payload_too_large',
      'err_unavailable',
    ],
  }),
  /**
   * multipart/form-data with one `file`, a ZIP from `exportSite` of any server. Adds its pages as
   * drafts under free slugs, in one transaction. Existing pages do not change.
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
      'err_unavailable',
      'upload_too_many',
      'archive_invalid',
      'archive_too_large',
      'pages_per_account_limit_exceeded',
      ...PAGE_ERRORS,
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
} as const;
