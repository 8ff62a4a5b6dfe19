import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { CobbleError } from '@cobble/engine';
import { ApiError, isErrorCode } from '../shared/ApiError.ts';
import { messages } from '../shared/messages.ts';
import { LookupBusyError, LookupTimeoutError } from '../shared/LookupTurns.ts';
import { databaseFailureOf } from '../database/databaseErrors.ts';
import { loggable } from '../shared/logRedaction.ts';

/**
 * Turns an error of a call into a response: a refusal with its code, a failure of the database with
 * 503 or 507, a bug with 500. Failures of the database and bugs are logged; lookups that wait for
 * too many others are neither.
 */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const apiError = asApiError(error);
    if (
      apiError.code === 'err_internal_server_error' ||
      (apiError !== error && apiError.status >= 500 && !(error instanceof LookupBusyError))
    )
      log.error(
        { error: loggable(error), method: request.method, route: request.path },
        'A call failed',
      );
    if (response.headersSent) {
      next(error);
      return;
    }
    if (apiError.retryAfterSeconds !== undefined)
      response.set('Retry-After', String(apiError.retryAfterSeconds));
    response.status(apiError.status).set('X-Error-Code', apiError.code);
    if (request.method === 'HEAD') response.end();
    else response.json(apiError.body);
  };
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof CobbleError && isErrorCode(error.code)) {
    const path = error.details['path'];
    return new ApiError(error.code, {
      path: typeof path === 'string' ? path : undefined,
      message: error.reason,
      cause: error,
    });
  }
  return (
    fromExpress(error) ??
    fromDatabase(error) ??
    new ApiError('err_internal_server_error', { cause: error })
  );
}

/** Clients can retry when the database is down or full; no data was lost. */
function fromDatabase(cause: unknown): ApiError | null {
  if (cause instanceof LookupBusyError || cause instanceof LookupTimeoutError)
    return new ApiError('err_unavailable', { cause, retryAfterSeconds: 5 });
  const failure = databaseFailureOf(cause);
  if (failure === null) return null;
  return failure === 'full'
    ? new ApiError('err_storage_full', { cause, retryAfterSeconds: 60 })
    : new ApiError('err_unavailable', { cause, retryAfterSeconds: 5 });
}

/** Errors of Express's router. */
function fromExpress(error: unknown): ApiError | null {
  if (!(error instanceof Error) || !('status' in error)) return null;
  if (typeof error.status !== 'number' || error.status < 400 || error.status >= 500) return null;
  return new ApiError('err_bad_request', { message: messages.api.malformedUrl });
}
