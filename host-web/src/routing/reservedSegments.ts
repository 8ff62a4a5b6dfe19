/** First path segments that are never site slugs. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  'auth',
  'bookmarks',
  'explore',
  'n',
  's',
  'sudo-mod',
  'account',
  'email',
  'api',
  'dev',
  'assets',
  'fonts',
  'docs',
  'street',
  'ring',
  'rings',
]);
