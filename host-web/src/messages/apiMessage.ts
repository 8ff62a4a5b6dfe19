import type { ErrorCode } from '@cobble/host-server/contract';
import type { ApiError } from '../api/ApiError.ts';

type Details = ApiError['details'];
type Words = string | ((details: Details) => string);

/** What any failure says that has no words of its own. */
export const SOMETHING_WENT_WRONG = 'Something went wrong. Try again.';

const count = (details: Details, name: string, otherwise: string) => {
  const value = details[name];
  return value === undefined ? otherwise : String(value);
};

/**
 * A person's words for each code of the server: the specified ones where they exist, ours
 * where it is silent. `satisfies` makes a code without words a type error.
 */
export const API_MESSAGES = {
  account_does_not_exist: 'There is no such account.',
  account_invalid_username: 'Only letters, numbers, and hyphens.',
  account_unavailable_username: 'Username is not available.',
  domain_does_not_exist: 'There is no such domain here.',
  domain_invalid_name: 'Must be a valid domain name like example.com',
  insufficient_privileges_to_add_domain: 'Custom domains need Plus or Pro.',
  insufficient_privileges_to_change_favicon: 'A site icon needs Plus or Pro.',
  insufficient_privileges_to_change_share_image: 'A share image needs Plus or Pro.',
  insufficient_privileges_to_change_analytics_id: 'Analytics need Plus or Pro.',
  insufficient_privileges_to_change_meta_tags: 'Meta tags need Plus or Pro.',
  insufficient_privileges_to_hide_attribution: 'Hiding the attribution needs Mini, Plus or Pro.',
  insufficient_privileges_to_make_page_private: 'Private pages need Plus or Pro.',
  insufficient_privileges_to_use_code_embed: 'Custom code requires an upgrade to Plus',
  insufficient_privileges_to_use_domain: 'Custom domains need Plus or Pro.',
  insufficient_privileges_to_use_premium_font: 'Premium fonts need Mini, Plus or Pro.',
  page_cannot_delete_only_page: 'You cannot delete your only page',
  page_cannot_update_disabled_page:
    'This page is disabled, so it cannot be changed. Nothing on it is lost.',
  page_changed_elsewhere:
    'This page was changed in another window. Your changes are safe here: reload to see the others.',
  page_does_not_exist: 'Page does not exist.',
  page_no_changes_can_be_made: 'This page cannot be changed now.',
  page_slug_already_used: 'Page name already used. Try another.',
  pages_per_account_limit_exceeded: (details) =>
    `Can't add more than ${count(details, 'max', 'your plan allows')} pages`,
  things_per_page_limit_exceeded: (details) =>
    `${count(details, 'over', 'A few')} too many blocks on this page to publish`,
  site_unavailable_slug: 'This name is not available. Try another.',
  page_invalid_password: 'A page password needs 4 to 200 characters.',
  page_invalid_slug: 'Only letters, numbers, hyphens, and one slash.',
  page_invalid_style:
    "Something about the page's style cannot be published. Undo it and try again.",
  page_invalid_thing:
    'One of the blocks cannot be published. Undo what you did last and try again.',
  page_invalid_hyperlink: 'One of the hyperlinks is causing an issue. Please report bug.',
  page_invalid_position: 'One of the blocks lies too far away. Move it back and try again.',
  page_invalid_asset_url: 'One of the images cannot be published. Upload it again.',
  page_invalid_title: 'Page title cannot exceed 500 characters',
  page_invalid_description: 'Page description cannot exceed 2000 characters',
  page_unsupported_settings: 'One of the page settings is not known here. Reload and try again.',
  page_version_does_not_exist: 'This version is not kept any more.',
  site_invalid_favicon: 'The site icon cannot be used. Upload it again.',
  site_invalid_share_image: 'The share image cannot be used. Upload it again.',
  site_invalid_analytics_id: 'Must be in the format of G-XXXXXXXXXX',
  site_invalid_meta_tags: 'One of the meta tags cannot be used. Look at its name and try again.',
  site_unsupported_settings: 'One of the site settings is not known here. Reload and try again.',
  err_unauthorized: 'You are logged out. Log in and try again.',
  err_forbidden: "You don't have the permission to do that.",
  err_not_found: 'This is not here, or not any more.',
  err_bad_request: SOMETHING_WENT_WRONG,
  err_internal_server_error: SOMETHING_WENT_WRONG,
  err_payload_too_large: 'This page is too large to save. Take something off it and try again.',
  err_storage_full: 'There is no room left to save this. Nothing is lost: try again later.',
  err_unavailable: 'Cobble cannot answer just now. Nothing is lost: try again in a moment.',
  mail_not_sent: 'The e-mail could not be sent. Nothing was changed. Try again in a minute.',
  err_rate_limited: 'That was a lot at once. Wait a minute and try again.',
  sign_in_link_invalid: 'This link is not a login link that we know. Ask for a new one.',
  sign_in_link_used: 'This link has been used already. Ask for a new one.',
  sign_in_link_expired: 'This link is older than 10 minutes. Ask for a new one.',
  upload_signature_expired: 'Something went wrong. Please refresh the page.',
  upload_unsupported_type: 'Unsupported file type (only .png, .gif, and .jpgs)',
  upload_too_large: (details) => `Max file size on your plan is ${count(details, 'maxMb', '5')} MB`,
  upload_too_many: (details) =>
    `Only ${count(details, 'max', '50')} files can be uploaded at a time.`,
  archive_invalid: 'This file cannot be read. Only what was exported from Cobble can be imported.',
  archive_too_large: (details) =>
    `An archive may have up to ${count(details, 'maxMb', '64')} MB, and not too many files.`,
  network_unreachable: SOMETHING_WENT_WRONG,
  answer_unreadable: SOMETHING_WENT_WRONG,
} as const satisfies Record<ErrorCode | ApiError['code'], Words>;

/** What to tell a person about a failed call. */
export function apiMessage(error: Pick<ApiError, 'code' | 'details'>): string {
  const words: Words = API_MESSAGES[error.code];
  return typeof words === 'string' ? words : words(error.details);
}
