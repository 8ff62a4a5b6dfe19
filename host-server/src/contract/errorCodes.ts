/** The error codes of the API, with the HTTP status of each. */
export const ERROR_CODES = {
  account_does_not_exist: 404,
  account_invalid_username: 400,
  account_unavailable_username: 409,
  domain_does_not_exist: 404,
  domain_invalid_name: 400,
  insufficient_privileges_to_add_domain: 403,
  insufficient_privileges_to_change_favicon: 403,
  insufficient_privileges_to_change_share_image: 403,
  insufficient_privileges_to_change_analytics_id: 403,
  insufficient_privileges_to_change_meta_tags: 403,
  insufficient_privileges_to_hide_attribution: 403,
  insufficient_privileges_to_make_page_private: 403,
  insufficient_privileges_to_use_code_embed: 403,
  insufficient_privileges_to_use_domain: 403,
  insufficient_privileges_to_use_premium_font: 403,
  page_cannot_delete_only_page: 409,
  page_cannot_update_disabled_page: 403,
  page_changed_elsewhere: 409,
  page_does_not_exist: 404,
  page_no_changes_can_be_made: 409,
  page_slug_already_used: 409,
  pages_per_account_limit_exceeded: 403,
  storage_quota_exceeded: 403,
  things_per_page_limit_exceeded: 403,
  page_size_limit_exceeded: 403,
  site_unavailable_slug: 409,
  page_invalid_password: 400,
  page_invalid_slug: 400,
  page_invalid_style: 400,
  page_invalid_thing: 400,
  page_invalid_hyperlink: 400,
  page_invalid_position: 400,
  page_invalid_asset_url: 400,
  page_invalid_title: 400,
  page_invalid_description: 400,
  page_unsupported_settings: 400,
  page_version_does_not_exist: 404,
  site_invalid_favicon: 400,
  site_invalid_share_image: 400,
  site_invalid_analytics_id: 400,
  site_invalid_meta_tags: 400,
  site_unsupported_settings: 400,
  err_unauthorized: 401,
  err_forbidden: 403,
  err_not_found: 404,
  err_bad_request: 400,
  err_internal_server_error: 500,
  err_rate_limited: 429,
  err_payload_too_large: 413,
  err_storage_full: 507,
  err_unavailable: 503,
  mail_not_sent: 502,
  sign_in_link_invalid: 400,
  sign_in_link_used: 410,
  sign_in_link_expired: 410,
  upload_signature_expired: 403,
  upload_unsupported_type: 400,
  upload_too_large: 413,
  upload_too_many: 400,
  archive_invalid: 400,
  archive_too_large: 413,
} as const;

/** An error code of the API. */
export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * The body of every unsuccessful response. `code` is also the `X-Error-Code` header. `path` names
 * the offending field of the request, e.g. `things.<uuid>.content.url`; for an imported archive,
 * the file comes before the field.
 */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly path?: string;
  readonly message?: string;
  /** Values for the client's message, such as a limit. */
  readonly details?: Readonly<Record<string, number | string>>;
}
