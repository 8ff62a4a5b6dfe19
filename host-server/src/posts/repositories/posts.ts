import type { Knex } from 'knex';
import type { Post } from '../../contract/index.ts';

/** How many of an account's posts are ever given at once. */
export const MAX_POSTS = 100;

interface Row {
  id: number;
  caption: string;
  created_at: Date;
}

/** An account's posts, the newest first. */
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
