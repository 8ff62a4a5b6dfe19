import { ApiError } from '../../api/ApiError.ts';
import { errorMessage } from '../../messages/apiMessage.ts';
import type { Translate } from '../../messages/Translate.ts';

/** Returns the message for a failed export or import, with the path in the archive if known. */
export function archiveErrorMessage(t: Translate, error: unknown): string {
  const message = errorMessage(t, error);
  if (!(error instanceof ApiError) || !error.path || error.path === 'file') return message;
  return t('archive.errorAt', { message, path: error.path });
}
