/**
 * The roles that an account can hold. Only those with a plan (`PLANS`) grant what is sold; the
 * others rank nowhere.
 */
export const ROLES = [
  'admin',
  'basic',
  'canary',
  'insider',
  'moderator',
  'plus',
  'pro',
  'resident',
  'supporter',
] as const;

/** A role of an account. */
export type Role = (typeof ROLES)[number];
