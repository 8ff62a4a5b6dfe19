/** Something that an account has said, for channel blocks. */
export interface Post {
  readonly id: number;
  /** Plain text. */
  readonly caption: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Posts that a channel shows; more are for its feed. */
const MAX_POSTS = 50;

/**
 * The posts that a channel block shows, on the canvas as on the published page: those of its
 * accounts, the newest first; none twice, and none that nobody knows the day of.
 *
 * @param content of the block; what is wrong in it asks for nothing
 * @param of the posts of an account
 */
export function postsOfChannel(
  content: unknown,
  of: (accountId: number) => readonly Post[],
): readonly Post[] {
  type Asked = { readonly channelFilters?: { readonly accountIds?: unknown } | null } | null;
  const ids = (content as Asked | undefined)?.channelFilters?.accountIds;
  const accounts = new Set<unknown>((Array.isArray(ids) ? ids : []).slice(0, MAX_POSTS));
  const posts = new Map<number, Post>();
  for (const id of accounts)
    if (Number.isSafeInteger(id)) for (const post of of(id as number)) posts.set(post.id, post);
  return [...posts.values()]
    .filter(({ createdAt }) => !Number.isNaN(Date.parse(createdAt)))
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id)
    .slice(0, MAX_POSTS);
}
