import { ApiError } from '../../api/ApiError.ts';
import { apiMessage, errorMessage } from '../../messages/apiMessage.ts';
import type { Translate } from '../../messages/Translate.ts';

/**
 * Returns the message for a failed upload.
 *
 * @param maxMb the plan's limit, in case the response does not include it
 */
export function uploadMessage(t: Translate, error: unknown, maxMb: number): string {
  if (!(error instanceof ApiError)) return errorMessage(t, error);
  if (error.code === 'network_unreachable') return t('upload.unreachable');
  if (error.code === 'err_unauthorized') return t('publish.signInRequired');
  return apiMessage(t, error.code, { max: 1, maxMb, ...error.details });
}
