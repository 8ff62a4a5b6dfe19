/**
 * The roles of accounts. Only those with a plan (`PLANS`) grant paid features; the others have no
 * rank.
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
