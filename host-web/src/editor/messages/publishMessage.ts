import { ServiceError } from '../services/EditorServices.ts';

/** Said while a picture is still on its way (editing-canvas.md section 8). */
export const WAIT_FOR_UPLOAD =
  'Please wait for your image to finish uploading before publishing.';
/** Said when a person without the permission publishes (section 6). */
export const CANNOT_PUBLISH = "You don't have the permission to publish.";
/** Said when nobody is signed in (section 8). */
export const NOT_LOGGED_IN = 'You need to be logged in.';
/** Said when there is no page, or no account, to publish with (section 8). */
export const PAGE_ERROR = 'Something went wrong while publishing. Please report PAGE_ERROR.';
export const ACCOUNT_ERROR = 'Something went wrong while publishing. Please report ACCOUNT_ERROR.';

const WORDS: Readonly<Record<string, string>> = {
  page_slug_already_used: 'Page name already used. Try another.',
  page_invalid_hyperlink: 'One of the hyperlinks is causing an issue. Please report bug.',
  page_does_not_exist: 'Page does not exist.',
  page_cannot_update_disabled_page: CANNOT_PUBLISH,
  insufficient_privileges_to_make_page_private: 'Private pages need Plus or Pro.',
  page_invalid_title: 'Page title cannot exceed 500 characters',
  page_invalid_description: 'Page description cannot exceed 2000 characters',
  err_unauthorized: NOT_LOGGED_IN,
  err_forbidden: CANNOT_PUBLISH,
};

/** A person's words for a failed publish; codes without words of their own get the general ones. */
export function publishMessage(error: unknown): string {
  if (!(error instanceof ServiceError)) return PAGE_ERROR;
  if (error.code === 'things_per_page_limit_exceeded') {
    const { count, max, excess } = error.details;
    const over =
      typeof excess === 'number'
        ? excess
        : typeof count === 'number' && typeof max === 'number'
          ? count - max
          : null;
    return `${over === null ? 'There are' : String(over)} too many blocks on this page to publish`;
  }
  return WORDS[error.code ?? ''] ?? 'Something went wrong. Try again.';
}
