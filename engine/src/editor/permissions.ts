/** What the person in front of the page may do (editing-canvas.md section 6). */
export interface Permissions {
  readonly canView: boolean;
  readonly canSample: boolean;
  readonly canEdit: boolean;
  readonly canPublish: boolean;
}

/** All four: an owner of an enabled page. */
export const ALL_PERMISSIONS: Permissions = {
  canView: true,
  canSample: true,
  canEdit: true,
  canPublish: true,
};

/** A visitor. */
export const VIEW_ONLY: Permissions = {
  canView: true,
  canSample: false,
  canEdit: false,
  canPublish: false,
};
