import { ApiError } from '../../api/ApiError.ts';
import { errorMessage } from '../../messages/apiMessage.ts';
import type { Translate } from '../../messages/Translate.ts';

/** Returns the message for a failed publish, which differs from the general one for some codes. */
export function publishMessage(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t('publish.failed');
  switch (error.code) {
    case 'err_unauthorized':
      return t('publish.signInRequired');
    case 'err_forbidden':
    case 'page_cannot_update_disabled_page':
      return t('publish.notPermitted');
    default:
      return errorMessage(t, error);
  }
}
