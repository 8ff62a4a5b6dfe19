import { z } from 'zod';
import type { ErrorCode } from './errorCodes.ts';

/** One call of the API. The server mounts it; the web client calls through it. */
export interface Call<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Params extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  /** Below `/api`; parameters as `{id}`. */
  readonly path: `/${string}`;
  /** Validates the path's parameters, which arrive as strings; absent when there are none. */
  readonly params?: Params;
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /** The error codes of this call, besides those that every call has. */
  readonly errors: readonly ErrorCode[];
}

/** Declares a call; its types follow from its schemas. */
export function defineCall<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
  Params extends z.ZodType = z.ZodType,
>(call: Call<Query, Body, Response, Params>): Call<Query, Body, Response, Params> {
  return call;
}

/** No value. */
export const none = z.undefined();
/** An empty object. */
export const empty = z.object({});
/** The id of a row. Accepts strings of digits, because path parameters are strings. */
export const id = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
  z.number().int().min(1).max(2_147_483_647),
);

/** Error codes of a page that cannot be stored, new or existing. */
export const PAGE_ERRORS = [
  'page_slug_already_used',
  'things_per_page_limit_exceeded',
  'page_size_limit_exceeded',
  'storage_quota_exceeded',
  'insufficient_privileges_to_make_page_private',
  'insufficient_privileges_to_use_code_embed',
  'insufficient_privileges_to_use_premium_font',
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
