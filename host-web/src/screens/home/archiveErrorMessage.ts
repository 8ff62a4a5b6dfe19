import { ApiError } from '../../api/ApiError.ts';
import { errorMessage } from '../../messages/apiMessage.ts';
import type { Translate } from '../../messages/Translate.ts';

/** Returns the message for a failed export or import, with the path in the archive if known. */
export function archiveErrorMessage(t: Translate, error: unknown): string {
  const message = (error instanceof ApiError && problemMessage(t, error)) || errorMessage(t, error);
  if (!(error instanceof ApiError) || !error.path || error.path === 'file') return message;
  return t('archive.errorAt', { message, path: error.path });
}

/** The message for a problem that is worded differently for archives than elsewhere, or null. */
function problemMessage(t: Translate, { code, details, path }: ApiError): string | null {
  if (code === 'things_per_page_limit_exceeded' && details['over'] !== undefined)
    return t('archiveProblem.tooManyBlocks', { count: Number(details['over']) });
  // The server received no file: it was empty, or could not be read any more.
  if (code === 'err_bad_request' && path === 'file') return t('error.archive_invalid');
  if (code !== 'archive_invalid') return null;
  switch (details['reason']) {
    case 'archive_cut_off':
    case 'archive_damaged':
      return t('archiveProblem.damaged');
    case 'archive_newer_version':
    case 'page_newer_than_editor':
      return t('archiveProblem.newer');
    default:
      return null;
  }
}
