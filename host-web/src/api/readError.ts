import { ERROR_CODES, type ErrorCode } from '@cobble/host-server/contract';
import { z } from 'zod';
import { ApiError } from './ApiError.ts';

const errorBodySchema = z.object({
  code: z.string().refine((code): code is ErrorCode => Object.hasOwn(ERROR_CODES, code)),
  path: z.string().optional(),
  details: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
});

/** What a response without a code means, such as one of a proxy or of a server that is starting. */
const CODES_BY_STATUS: Readonly<Partial<Record<number, ErrorCode>>> = {
  408: 'err_unavailable',
  425: 'err_unavailable',
  429: 'err_rate_limited',
  500: 'err_internal_server_error',
  502: 'err_unavailable',
  503: 'err_unavailable',
  504: 'err_unavailable',
};

/**
 * Creates the error for a failed response. The code is from the body, or from the `X-Error-Code`
 * header, as HEAD has no body. Without either, it is that of the status, or `response_invalid`.
 */
export async function readError(response: Response): Promise<ApiError> {
  const body = errorBodySchema.safeParse(await response.json().catch(() => undefined));
  if (body.success)
    return new ApiError(
      body.data.code,
      response.status,
      body.data.path ?? null,
      body.data.details ?? {},
    );
  const header = response.headers.get('x-error-code');
  return new ApiError(
    header !== null && Object.hasOwn(ERROR_CODES, header)
      ? (header as ErrorCode)
      : (CODES_BY_STATUS[response.status] ?? 'response_invalid'),
    response.status,
  );
}
