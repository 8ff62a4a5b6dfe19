import type { z } from 'zod';
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
