/** A post of an account, for channel blocks. */
export interface Post {
  readonly id: number;
  readonly caption: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The most posts that a channel block shows. */
const MAX_POSTS = 50;
/** The most accounts whose posts it shows. */
const MAX_ACCOUNTS = 50;

/**
 * Returns the posts that a channel block shows, on the canvas and in the published page: those of
 * its first 50 accounts, each post once, newest first, at most 50. Posts without a valid date are
 * left out.
 *
 * @param content of the block; malformed content yields no posts
 * @param postsOf returns the posts of an account
 */
export function postsOfChannel(
  content: unknown,
  postsOf: (accountId: number) => readonly Post[],
): readonly Post[] {
  type Filtered = { readonly channelFilters?: { readonly accountIds?: unknown } | null } | null;
  const ids = (content as Filtered | undefined)?.channelFilters?.accountIds;
  const accounts = new Set<unknown>((Array.isArray(ids) ? ids : []).slice(0, MAX_ACCOUNTS));
  const posts = new Map<number, Post>();
  for (const id of accounts)
    if (Number.isSafeInteger(id))
      for (const post of postsOf(id as number)) posts.set(post.id, post);
  return [...posts.values()]
    .filter(({ createdAt }) => !Number.isNaN(Date.parse(createdAt)))
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id)
    .slice(0, MAX_POSTS);
}
