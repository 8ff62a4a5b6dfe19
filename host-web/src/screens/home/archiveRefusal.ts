import { ApiError } from '../../api/ApiError.ts';
import { apiMessage, SOMETHING_WENT_WRONG } from '../../messages/apiMessage.ts';
import { HOME_WORDS } from './homeWords.ts';

/** Why an export or an import was refused, for people. */
export function archiveRefusal(error: unknown): string {
  if (!(error instanceof ApiError)) return SOMETHING_WENT_WRONG;
  const message = apiMessage(error);
  return error.path === null || error.path === '' || error.path === 'file'
    ? message
    : HOME_WORDS.archive.where(message, error.path);
}
