import type { Page } from '@cobble/engine';
import type { Knex } from 'knex';
import type { Post } from '../contract/index.ts';
import { listPosts } from './repositories/posts.ts';

/** How many accounts' posts one page may show. */
const MAX_ACCOUNTS = 20;

/**
 * The posts that a page's channel blocks ask for: those of the first account of each one's filter
 * (editing-canvas.md section 7).
 */
export async function postsOn(
  knex: Knex,
  page: Pick<Page, 'things'>,
): Promise<(accountId: number) => readonly Post[]> {
  const ids = new Set<number>();
  for (const block of Object.values(page.things)) {
    if (block.type !== 'channel') continue;
    const { channelFilters } = block.content as {
      readonly channelFilters?: { readonly accountIds?: readonly number[] };
    };
    const id = channelFilters?.accountIds?.[0];
    if (typeof id === 'number' && id <= 2_147_483_647) ids.add(id);
  }
  const posts = new Map<number, readonly Post[]>();
  for (const id of [...ids].slice(0, MAX_ACCOUNTS)) posts.set(id, await listPosts(knex, id));
  return (accountId) => posts.get(accountId) ?? [];
}
