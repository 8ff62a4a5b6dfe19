/** What the person in front of the page may do. */
export interface Permissions {
  readonly canView: boolean;
  /** May try changes on a copy of their own, which nobody else sees. */
  readonly canSample: boolean;
  /** The editor takes edits; whether they can be published is another matter. */
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

/** Everything but publishing: on built-in pages, and on those that their owner lets others peek into. */
export const SAMPLE_PERMISSIONS: Permissions = { ...ALL_PERMISSIONS, canPublish: false };

/** A visitor. */
export const VIEW_ONLY: Permissions = {
  canView: true,
  canSample: false,
  canEdit: false,
  canPublish: false,
};

/** Somebody for whom the page is not there. */
export const NO_PERMISSIONS: Permissions = { ...VIEW_ONLY, canView: false };
