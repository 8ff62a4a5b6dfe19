import type { Page } from '@cobble/engine';
import { z } from 'zod';

/** A post of an account, as channel blocks and feeds show it. */
export const postSchema = z.object({
  id: z.number().int(),
  caption: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
});
export type Post = z.infer<typeof postSchema>;

/** Largest number of accounts whose posts one page shows. */
const MAX_ACCOUNTS = 20;

/** The accounts whose posts a page's channel blocks show: the first of each block's filter. */
export function postAccountsOf(page: Pick<Page, 'things'>): readonly number[] {
  const ids = new Set<number>();
  for (const block of Object.values(page.things)) {
    if (block.type !== 'channel') continue;
    // A page of an earlier version may have other content.
    const content = block.content as
      { readonly channelFilters?: { readonly accountIds?: readonly number[] } | null } | undefined;
    const id = content?.channelFilters?.accountIds?.[0];
    if (typeof id === 'number' && id <= 2_147_483_647) ids.add(id);
  }
  return [...ids].slice(0, MAX_ACCOUNTS);
}
