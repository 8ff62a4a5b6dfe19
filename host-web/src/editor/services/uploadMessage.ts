import { ApiError } from '../../api/ApiError.ts';
import { apiMessage, SOMETHING_WENT_WRONG } from '../../messages/apiMessage.ts';

/**
 * The message for an upload that the server refused.
 *
 * @param maxMb the plan's limit, in case the response does not include it
 */
export function uploadMessage(error: unknown, maxMb: number): string {
  if (!(error instanceof ApiError)) return SOMETHING_WENT_WRONG;
  if (error.code === 'err_unauthorized') return 'You need to be logged in.';
  return apiMessage({ code: error.code, details: { max: 1, maxMb, ...error.details } });
}
