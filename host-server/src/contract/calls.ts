import { z } from 'zod';
import { importedSchema } from './archive.ts';
import { defineCall } from './defineCall.ts';
import { domainSchema } from './domain.ts';
import { accountSchema, emailSchema, usernameSchema } from './account.ts';
import type { ErrorCode } from './errorCodes.ts';
import {
  pageInputSchema,
  pagePasswordSchema,
  pageSummarySchema,
  pageVersionSchema,
  storedPageSchema,
} from './page.ts';
import { pictureNamesSchema, pictureSchema } from './picture.ts';
import { postSchema } from './post.ts';
import { siteRenderingSchema, siteSchema, siteSettingsSchema } from './site.ts';

const none = z.undefined();
const empty = z.object({});
const domainName = z.object({ domainName: z.string().max(300) });
const pageId = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

/** Why a page as sent is refused, whether it is new or not. */
const refusalsOfAPage = [
  'page_slug_already_used',
  'things_per_page_limit_exceeded',
  'insufficient_privileges_to_make_page_private',
  'page_invalid_slug',
  'page_invalid_thing',
  'page_invalid_hyperlink',
  'page_invalid_asset_url',
  'page_invalid_position',
  'page_invalid_style',
  'page_invalid_title',
  'page_invalid_description',
  'page_unsupported_settings',
] as const satisfies readonly ErrorCode[];

/** Every call of the API by name. Paths, methods and payloads: accounts-sites-community.md section 7. */
export const calls = {
  sendSignInLink: defineCall({
    method: 'POST',
    path: '/auth/email',
    query: none,
    body: z.object({
      email: emailSchema,
      type: z.enum(['login', 'sign-up']),
      version: z.enum(['canary', 'localhost']).optional(),
      localeTimeString: z.string().max(100).optional(),
    }),
    response: empty,
    errors: ['err_rate_limited', 'mail_not_sent'],
  }),
  /** Spends the link; the answer sets the session cookie. */
  verifySignInLink: defineCall({
    method: 'POST',
    path: '/auth/verify',
    query: none,
    body: z.object({ email: emailSchema, token: z.string().max(200) }),
    response: z.object({ account: accountSchema.nullable() }),
    errors: [
      'sign_in_link_invalid',
      'sign_in_link_used',
      'sign_in_link_expired',
      'err_rate_limited',
    ],
  }),
  logOut: defineCall({
    method: 'POST',
    path: '/auth/logout',
    query: none,
    body: none,
    response: empty,
    errors: [],
  }),
  /** `{account: null, email: null}` when signed out; `{account: null, email}` before sign-up is complete. */
  getAccount: defineCall({
    method: 'GET',
    path: '/account',
    query: none,
    body: none,
    response: z.object({ account: accountSchema.nullable(), email: z.string().nullable() }),
    errors: [],
  }),
  /** Creates the account, its site and the published-once starter page's draft, all or nothing. */
  createAccount: defineCall({
    method: 'POST',
    path: '/account',
    query: none,
    body: z.object({
      username: usernameSchema,
      questionnaire: z.object({ answer: z.string().trim().min(1).max(2000) }),
    }),
    response: accountSchema,
    errors: ['account_invalid_username', 'account_unavailable_username', 'err_unauthorized'],
  }),
  /**
   * 200 means that it exists, 404 that it does not. A username that is reserved counts as existing.
   * `email` is answered truthfully only to a session that has proven this very address; everyone
   * else always gets 404 (decisions.md).
   */
  accountExists: defineCall({
    method: 'HEAD',
    path: '/account',
    query: z.object({
      email: z.string().max(320).optional(),
      username: z.string().max(100).optional(),
    }),
    body: none,
    response: none,
    errors: ['account_does_not_exist', 'err_rate_limited'],
  }),
  listPages: defineCall({
    method: 'GET',
    path: '/page/all',
    query: none,
    body: none,
    response: z.array(pageSummarySchema),
    errors: ['err_unauthorized'],
  }),
  /** The owner gets the draft, everyone else the published page. */
  getPage: defineCall({
    method: 'GET',
    path: '/page',
    query: z.object({ site: z.string().max(100), page: z.string().max(200) }),
    body: none,
    response: storedPageSchema,
    errors: ['page_does_not_exist'],
  }),
  createPage: defineCall({
    method: 'POST',
    path: '/page',
    query: none,
    body: pageInputSchema,
    response: storedPageSchema,
    errors: ['err_unauthorized', 'pages_per_account_limit_exceeded', ...refusalsOfAPage],
  }),
  /** Stores a draft revision and publishes it; `baseRevision` is the revision it was made from. */
  publishPage: defineCall({
    method: 'PUT',
    path: '/page/{id}',
    params: pageId,
    query: none,
    body: pageInputSchema.safeExtend({ baseRevision: z.number().int().min(0) }),
    response: storedPageSchema,
    errors: [
      'err_unauthorized',
      'page_does_not_exist',
      'page_changed_elsewhere',
      'page_cannot_update_disabled_page',
      ...refusalsOfAPage,
    ],
  }),
  deletePage: defineCall({
    method: 'DELETE',
    path: '/page/{id}',
    params: pageId,
    query: none,
    body: none,
    response: empty,
    errors: ['err_unauthorized', 'page_does_not_exist', 'page_cannot_delete_only_page'],
  }),
  /** Visitors must give this password from now on; who had come in with another must again. */
  setPagePassword: defineCall({
    method: 'PUT',
    path: '/page/{id}/password',
    params: pageId,
    query: none,
    body: z.object({ password: pagePasswordSchema }),
    response: z.object({ isRestricted: z.boolean() }),
    errors: [
      'err_unauthorized',
      'page_does_not_exist',
      'page_cannot_update_disabled_page',
      'page_invalid_password',
      'insufficient_privileges_to_make_page_private',
    ],
  }),
  /** Visitors need no password any more. */
  removePagePassword: defineCall({
    method: 'DELETE',
    path: '/page/{id}/password',
    params: pageId,
    query: none,
    body: none,
    response: z.object({ isRestricted: z.boolean() }),
    errors: ['err_unauthorized', 'page_does_not_exist', 'page_cannot_update_disabled_page'],
  }),
  /** What was published of a page, the newest first: at least its last fifty publications. */
  listPageVersions: defineCall({
    method: 'GET',
    path: '/page/{id}/version/all',
    params: pageId,
    query: none,
    body: none,
    response: z.array(pageVersionSchema),
    errors: ['err_unauthorized', 'page_does_not_exist'],
  }),
  /** Publishes an old version as the next revision; nothing is overwritten. */
  restorePageVersion: defineCall({
    method: 'POST',
    path: '/page/{id}/version/{revision}/restore',
    params: pageId.extend({ revision: pageId.shape.id }),
    query: none,
    body: z.object({ baseRevision: z.number().int().min(0) }),
    response: storedPageSchema,
    errors: [
      'err_unauthorized',
      'page_does_not_exist',
      'page_version_does_not_exist',
      'page_changed_elsewhere',
      'page_cannot_update_disabled_page',
      ...refusalsOfAPage,
    ],
  }),
  /**
   * Where the owner's own code runs in the preview of a page that is not published: addresses of the
   * third origin, in the order of the codes, good for an hour.
   */
  previewCodeEmbeds: defineCall({
    method: 'PUT',
    path: '/page/{id}/code-embed/preview',
    params: pageId,
    query: none,
    body: z.object({ codes: z.array(z.string().max(100_000)).max(50) }),
    response: z.object({ urls: z.array(z.string()) }),
    errors: [
      'err_unauthorized',
      'page_does_not_exist',
      'page_cannot_update_disabled_page',
      'insufficient_privileges_to_use_code_embed',
    ],
  }),
  /** Changes the settings that are sent and leaves the others. */
  updateSite: defineCall({
    method: 'PUT',
    path: '/site/{id}',
    params: pageId,
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
    params: pageId,
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
    params: pageId,
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
    params: pageId,
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
    body: z.object({ domainName: z.string().max(300), siteID: pageId.shape.id }),
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
      siteID: pageId.shape.id,
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
    query: z.object({ account_id: z.coerce.number().int().min(1).max(2_147_483_647) }),
    body: none,
    response: z.object({ posts: z.array(postSchema) }),
    errors: [],
  }),
  /** Families of the catalogue whose files this server has, in the order of names. */
  listFonts: defineCall({
    method: 'GET',
    path: '/font/all',
    query: none,
    body: none,
    response: z.object({ families: z.array(z.string()) }),
    errors: [],
  }),
  /** What is known of stored pictures, by address; of those whose other files have been made. */
  listPictures: defineCall({
    method: 'GET',
    path: '/asset/picture/all',
    query: z.object({ names: pictureNamesSchema }),
    body: none,
    response: z.object({ pictures: z.record(z.string(), pictureSchema) }),
    errors: [],
  }),
  /** Leave to upload; sent with each upload, refreshed every UPLOAD_SIGNATURE_REFRESH_MS. */
  signUpload: defineCall({
    method: 'POST',
    path: '/asset/upload/signature',
    query: none,
    body: none,
    response: z.object({
      expiration: z.string(),
      signature: z.string(),
      accountSignature: z.string(),
    }),
    errors: ['err_unauthorized'],
  }),
  /**
   * multipart/form-data with the fields expiration, signature, accountSignature and then one `file`.
   * The picture is decoded and re-encoded; `url` is its address for a page.
   */
  uploadAsset: defineCall({
    method: 'POST',
    path: '/asset/upload',
    query: none,
    body: z.instanceof(FormData),
    response: z.object({
      url: z.string(),
      width: z.number().int(),
      height: z.number().int(),
    }),
    errors: [
      'err_unauthorized',
      'upload_signature_expired',
      'upload_unsupported_type',
      'upload_too_large',
      'upload_too_many',
    ],
  }),
} as const;

export type Calls = typeof calls;
