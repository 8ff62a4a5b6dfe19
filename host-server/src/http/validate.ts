import type { z } from 'zod';
import type { ErrorCode } from '../contract/index.ts';
import { ApiError, isErrorCode } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';

/**
 * Validates a part of a request.
 *
 * @throws ApiError with the code that the schema names (`params.code` of an issue), else
 *   err_bad_request; `path` names the offending field.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  prefix?: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue =
    result.error.issues.find((each) => namedCode(each) !== null) ?? result.error.issues[0];
  const path = [...(prefix === undefined ? [] : [prefix]), ...(issue?.path ?? [])].join('.');
  throw new ApiError((issue && namedCode(issue)) ?? 'err_bad_request', {
    path,
    message: issue?.message,
  });
}

/**
 * Parses a JSON body.
 *
 * @throws ApiError err_bad_request.
 */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch (cause) {
    throw malformedJson(cause);
  }
}

/** The refusal of a body that is not JSON. */
export function malformedJson(cause?: unknown): ApiError {
  return new ApiError('err_bad_request', { path: '', message: messages.api.malformedJson, cause });
}

function namedCode(issue: z.core.$ZodIssue): ErrorCode | null {
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return isErrorCode(code) ? code : null;
}
