import type { Knex } from 'knex';
import type { Post } from '../../contract/index.ts';

/** Largest number of posts that are returned for an account. */
export const MAX_POSTS = 100;

interface Row {
  id: number;
  caption: string;
  created_at: Date;
}

/** An account's posts, newest first. */
export async function listPosts(knex: Knex, accountId: number): Promise<readonly Post[]> {
  const rows = await knex('posts')
    .where({ account_id: accountId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(MAX_POSTS)
    .select<Row[]>('id', 'caption', 'created_at');
  return rows.map(({ id, caption, created_at }) => ({
    id,
    caption,
    createdAt: created_at.toISOString(),
  }));
}

/** The posts of some accounts. */
export async function findPostsByAccount(
  knex: Knex,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Post[]>> {
  const posts = new Map<number, readonly Post[]>();
  for (const id of accountIds) posts.set(id, await listPosts(knex, id));
  return posts;
}
