import type { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../contract/index.ts';
import { ApiError } from '../shared/ApiError.ts';

/**
 * Checks a part of a request.
 *
 * @throws ApiError with the code that the schema names (`params.code` of an issue), else
 * err_bad_request; `path` is the offending field's.
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

function namedCode(issue: z.core.$ZodIssue): ErrorCode | null {
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return isErrorCode(code) ? code : null;
}

/** Whether something is one of the API's codes. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_CODES, code);
}
