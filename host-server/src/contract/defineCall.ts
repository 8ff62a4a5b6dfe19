import type { z } from 'zod';

/** One call of the API: the server mounts it, the web client calls through it. */
export interface Call<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  /** Below `/api`; parameters as `{id}`. */
  readonly path: `/${string}`;
  /** Names of the path's parameters in order. */
  readonly query: Query;
  readonly body: Body;
  readonly response: Response;
  /** Codes that it can answer with, besides those that every call can. */
  readonly errors: readonly ErrorCode[];
}

import type { ErrorCode } from './errorCodes.ts';

/** Declares a call; its types follow from its schemas. */
export function defineCall<
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType,
>(call: Call<Query, Body, Response>): Call<Query, Body, Response> {
  return call;
}
