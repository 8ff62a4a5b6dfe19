import type { Page } from '@cobble/engine';
import type { Knex } from 'knex';
import { type Post, postAccountsOf } from '../contract/index.ts';
import { listPosts } from './repositories/posts.ts';

/** The posts that a page's channel blocks ask for. */
export async function postsOn(
  knex: Knex,
  page: Pick<Page, 'things'>,
): Promise<(accountId: number) => readonly Post[]> {
  const posts = await postsByAccount(knex, page);
  return (accountId) => posts.get(accountId) ?? [];
}

/** The same as a map, for another process. */
export async function postsByAccount(
  knex: Knex,
  page: Pick<Page, 'things'>,
): Promise<ReadonlyMap<number, readonly Post[]>> {
  const posts = new Map<number, readonly Post[]>();
  for (const id of postAccountsOf(page)) posts.set(id, await listPosts(knex, id));
  return posts;
}
