import { draftRequestSchema, draftResponseSchema } from '@cobble/engine/collaboration';
import { z } from 'zod';
import { defineCall, empty, id, none, PAGE_ERRORS } from '../defineCall.ts';
import {
  pageInputSchema,
  pagePasswordSchema,
  pageSummarySchema,
  pageVersionSchema,
  storedPageSchema,
} from '../page.ts';

const pageId = z.object({ id });
/** Revisions are integers in Postgres. */
const MAX_REVISION = 2_147_483_647;

/** Pages, their versions, and their passwords. */
export const pageCalls = {
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
    errors: ['err_unauthorized', 'pages_per_account_limit_exceeded', ...PAGE_ERRORS],
  }),
  /**
   * Stores a draft revision and publishes it. `baseRevision` is the revision that the client
   * edited.
   */
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
      ...PAGE_ERRORS,
    ],
  }),
  /**
   * The draft in the page's room, if it is newer than the published page that the client has; null
   * otherwise.
   */
  requestDraft: defineCall({
    method: 'POST',
    path: '/page/{id}/room',
    params: pageId,
    query: none,
    body: draftRequestSchema,
    response: draftResponseSchema,
    errors: ['err_unauthorized', 'page_does_not_exist', 'err_unavailable'],
  }),
  /**
   * Publishes the draft in the page's room as it was at a seq, which becomes the revision. Repeated
   * after a lost response, it returns the same. Refused only if a newer draft has been published.
   */
  publishDraft: defineCall({
    method: 'POST',
    path: '/page/{id}/room/publish',
    params: pageId,
    query: none,
    body: z.object({
      seq: z.number().int().min(0).max(MAX_REVISION),
      /** The page's new address; default: the one that it has. */
      slug: z.string().max(200).optional(),
    }),
    response: z.object({ slug: z.string(), revision: z.number().int(), updatedAt: z.string() }),
    errors: [
      'err_unauthorized',
      'page_does_not_exist',
      'page_changed_elsewhere',
      'page_cannot_update_disabled_page',
      ...PAGE_ERRORS,
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
  /**
   * Restricts the page: visitors must enter this password, even if they have entered an earlier
   * one.
   */
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
      'err_rate_limited',
      'err_unavailable',
      'insufficient_privileges_to_make_page_private',
    ],
  }),
  /** Removes the password. */
  removePagePassword: defineCall({
    method: 'DELETE',
    path: '/page/{id}/password',
    params: pageId,
    query: none,
    body: none,
    response: z.object({ isRestricted: z.boolean() }),
    errors: ['err_unauthorized', 'page_does_not_exist', 'page_cannot_update_disabled_page'],
  }),
  /** The published versions of a page, newest first: at least the last fifty. */
  listPageVersions: defineCall({
    method: 'GET',
    path: '/page/{id}/version/all',
    params: pageId,
    query: none,
    body: none,
    response: z.array(pageVersionSchema),
    errors: ['err_unauthorized', 'page_does_not_exist'],
  }),
  /** Deletes a version for good, except the current one. */
  deletePageVersion: defineCall({
    method: 'DELETE',
    path: '/page/{id}/version/{revision}',
    params: pageId.extend({ revision: id }),
    query: none,
    body: none,
    response: empty,
    errors: [
      'err_unauthorized',
      'page_does_not_exist',
      'page_version_does_not_exist',
      'page_no_changes_can_be_made',
    ],
  }),
  /** Publishes an old version as the next revision; nothing is overwritten. */
  restorePageVersion: defineCall({
    method: 'POST',
    path: '/page/{id}/version/{revision}/restore',
    params: pageId.extend({ revision: id }),
    query: none,
    body: z.object({ baseRevision: z.number().int().min(0) }),
    response: storedPageSchema,
    errors: [
      'err_unauthorized',
      'page_does_not_exist',
      'page_version_does_not_exist',
      'page_changed_elsewhere',
      'page_cannot_update_disabled_page',
      ...PAGE_ERRORS,
    ],
  }),
  /**
   * URLs on the embeds host for the owner's code in a preview of unpublished changes, in the order
   * of `codes`, valid for an hour.
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
} as const;
