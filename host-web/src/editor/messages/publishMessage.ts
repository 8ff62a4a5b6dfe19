import { ApiError } from '../../api/ApiError.ts';
import { apiMessage } from '../../messages/apiMessage.ts';

/** Said while an image is still on its way. */
export const WAIT_FOR_UPLOAD = 'Please wait for your image to finish uploading before publishing.';
/** Said when a person without the permission publishes. */
export const CANNOT_PUBLISH = "You don't have the permission to publish.";
/** Said when nobody is signed in. */
export const NOT_LOGGED_IN = 'You need to be logged in.';
/** Said when there is no page, or no account, to publish with. */
export const PAGE_ERROR = 'Something went wrong while publishing. Please report PAGE_ERROR.';
export const ACCOUNT_ERROR = 'Something went wrong while publishing. Please report ACCOUNT_ERROR.';

/** Where publishing has other words than the same failure elsewhere. */
const WORDS: Readonly<Record<string, string>> = {
  page_cannot_update_disabled_page: CANNOT_PUBLISH,
  err_unauthorized: NOT_LOGGED_IN,
  err_forbidden: CANNOT_PUBLISH,
};

/** A person's words for a failed publish. */
export function publishMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return PAGE_ERROR;
  return WORDS[error.code] ?? apiMessage(error);
}
