/** What a user may do with a page. */
export interface Permissions {
  readonly canView: boolean;
  /** May try out changes in a private copy that nobody else sees. */
  readonly canSample: boolean;
  /** The editor accepts edits; `canPublish` is separate. */
  readonly canEdit: boolean;
  readonly canPublish: boolean;
}

// Frozen: all editors and all callers of `permissionsOf` share them.

/** The owner of an enabled page. */
export const ALL_PERMISSIONS: Permissions = Object.freeze({
  canView: true,
  canSample: true,
  canEdit: true,
  canPublish: true,
});

/** Everything but publishing: on built-in pages and on pages that their owner made samplable. */
export const SAMPLE_PERMISSIONS: Permissions = Object.freeze({
  ...ALL_PERMISSIONS,
  canPublish: false,
});

/**
 * A visitor, or the owner of a disabled page: the editor refuses every edit, and `<CobbleEditor/>`
 * shows the preview only.
 */
export const VIEW_ONLY: Permissions = Object.freeze({
  canView: true,
  canSample: false,
  canEdit: false,
  canPublish: false,
});

/** A user for whom the page does not exist. */
export const NO_PERMISSIONS: Permissions = Object.freeze({ ...VIEW_ONLY, canView: false });
