import type { Knex } from 'knex';
import { JsonBytes } from '../http/JsonText.ts';
import { listPageIds, pageSummariesJson } from './repositories/pages.ts';

/** How many pages are read in one turn of the event loop: with long titles, a megabyte and a half. */
const PAGES_PER_TURN = 500;

/**
 * Lists an account's pages, up to ten thousand, as the response of `listPages`. A page that is
 * deleted meanwhile is left out.
 */
export async function presentPages(knex: Knex, accountId: number): Promise<JsonBytes> {
  const ids = await listPageIds(knex, accountId);
  const parts: Buffer[] = [];
  for (let at = 0; at < ids.length; at += PAGES_PER_TURN) {
    const batch = ids.slice(at, at + PAGES_PER_TURN);
    const pages = await pageSummariesJson(knex, accountId, batch);
    if (pages !== '') parts.push(Buffer.from(parts.length === 0 ? pages : `,${pages}`));
  }
  return new JsonBytes(Buffer.from('['), ...parts, Buffer.from(']'));
}
