import type { AccountRow } from '../accounts/repositories/accounts.ts';
import type { CheckedPage } from '../pages/CheckedPage.ts';
import { requireOwnPage } from '../pages/pagePolicy.ts';
import { findRevisionText, wasPublished } from '../pages/repositories/pageRevisions.ts';
import { findPageById, type PageRow } from '../pages/repositories/pages.ts';
import { findDraft } from '../rooms/repositories/rooms.ts';
import { ApiError } from '../shared/ApiError.ts';
import {
  changedElsewhere,
  publishChecked,
  type PublishServices,
  withSlugRefusal,
} from './publishPage.ts';

/** A published draft. */
export interface PublishedDraft {
  readonly slug: string;
  readonly revision: number;
  readonly updatedAt: string;
}

/**
 * Publishes the draft in a page's room as it was at a seq, whatever has been edited since. The
 * server replays it from the room's log, so what a client says about the page does not matter. A
 * seq that was published before is not published again, so that a client may repeat the call when
 * the response is lost.
 *
 * @throws ApiError page_does_not_exist, page_changed_elsewhere (a newer draft was published, or this
 *   one is not stored), or a refusal of {@link publishChecked}.
 */
export async function publishDraft(
  services: PublishServices,
  account: AccountRow,
  id: number,
  { seq, slug: wanted }: { readonly seq: number; readonly slug?: string | undefined },
): Promise<PublishedDraft> {
  const { knex, rooms } = services;
  const row = requireOwnPage(account, await findPageById(knex, id));
  if (row.isDisabled) throw new ApiError('page_cannot_update_disabled_page');
  const slug = wanted ?? row.slug;
  if (slug === row.slug && (await wasPublished(knex, id, seq))) return publishedOf(row, seq);
  const page = await readDraft(services, account, row, slug, seq);
  await withSlugRefusal(publishChecked(services, account, row, page, { isWhole: false, seq }));
  const published = publishedOf(requireOwnPage(account, await findPageById(knex, id)), seq);
  const { revision, updatedAt } = published;
  rooms.announcePublished(id, {
    seq,
    page: { revision, updatedAt },
    publishedBy: { accountId: account.id, name: account.username },
  });
  return published;
}

/** The checked draft as of a seq. */
async function readDraft(
  { knex, pageWorkers }: PublishServices,
  account: AccountRow,
  row: PageRow,
  slug: string,
  seq: number,
): Promise<CheckedPage> {
  const { id, isPublic, isListed, isPeekable } = row;
  const draft = await findDraft(knex, id, seq);
  if (draft !== null) return pageWorkers.checkDraft(account, id, slug, draft);
  // Nobody has opened its room yet.
  const document = seq === row.head ? await findRevisionText(knex, id, seq) : null;
  if (document === null) throw changedElsewhere(row.head);
  return pageWorkers.checkStored(account, id, { slug, isPublic, isListed, isPeekable }, document);
}

function publishedOf({ slug, updatedAt }: PageRow, revision: number): PublishedDraft {
  return { slug, revision, updatedAt: updatedAt.toISOString() };
}
