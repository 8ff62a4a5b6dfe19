import { PAGE_JSON } from '../http/readJsonBody.ts';
import { calls } from '../contract/index.ts';
import type { Mount } from '../http/mountCall.ts';
import { createPage, type PageServices } from './createPage.ts';
import { requireOwnPage, isPublicPage } from './pagePolicy.ts';
import {
  deleteVersion,
  findPublished,
  findRevisionText,
  listVersions,
} from './repositories/pageRevisions.ts';
import { findPageByAddress, findPageById, lockPage, type PageRow } from './repositories/pages.ts';
import { checkPageSlug } from '@cobble/engine';
import type { Knex } from 'knex';
import { lockAccount, type AccountRow } from '../accounts/repositories/accounts.ts';
import { inAccountTurn } from '../accounts/inAccountTurn.ts';
import { ApiError } from '../shared/ApiError.ts';
import { PageDocuments } from './PageDocuments.ts';
import { presentPageBytes } from './pageConversions.ts';
import { presentPages } from './presentPages.ts';

/** What the calls of pages need. */
export interface PageCallServices extends PageServices {
  /** See `Configuration`. */
  readonly hasLiveRooms: boolean;
}

/** Mounts the calls that read pages and create drafts. */
export function mountPageCalls(mount: Mount, services: PageCallServices): void {
  const { knex, hasLiveRooms } = services;
  const documents = new PageDocuments((id, revision) => findRevisionText(knex, id, revision));

  mount(calls.listPages, {
    access: 'account',
    handle: ({ session }) => presentPages(knex, session.account.id),
  });

  mount(calls.getPage, {
    access: 'anyone',
    // Documents have turns of their own.
    turns: 'own',
    async handle({ session, query, ip, inTurn }) {
      const account = session?.account ?? null;
      const page = await inTurn(() => findPageRevision(knex, account, query));
      const { row, revision, isPublished } = page;
      const document = await documents.find(ip, row.id, revision);
      if (document === null) throw new ApiError('page_does_not_exist');
      const hasRoom = hasLiveRooms && !row.isDisabled && account?.id === row.accountId;
      return presentPageBytes(row, document, revision, { isPublished, hasRoom });
    },
  });

  mount(calls.createPage, {
    access: 'account',
    limitPerAccount: 'pageWritesPerAccount',
    json: PAGE_JSON,
    readsBytes: true,
    handle: ({ session, bytes }) => createPage(services, session.account, bytes),
  });

  mount(calls.listPageVersions, {
    access: 'account',
    async handle({ session, params }) {
      const page = requireOwnPage(session.account, await findPageById(knex, params.id));
      return [...(await listVersions(knex, page.id))];
    },
  });

  mount(calls.deletePageVersion, {
    access: 'account',
    limitPerAccount: 'pageWritesPerAccount',
    handle({ session, params: { id, revision } }) {
      const change = async (transaction: Knex): Promise<Record<string, never>> => {
        await lockAccount(transaction, session.account.id);
        requireOwnPage(session.account, await lockPage(transaction, id));
        const result = await deleteVersion(transaction, id, revision);
        if (result === 'missing') throw new ApiError('page_version_does_not_exist');
        if (result === 'current')
          throw new ApiError('page_no_changes_can_be_made', { path: 'params.revision' });
        return {};
      };
      return inAccountTurn(knex, session.account.id, () => knex.transaction(change));
    },
  });
}

/**
 * Finds the page at an address, and which revision to send: that of the newest draft to its owner,
 * the published one to everyone else.
 *
 * @throws ApiError page_does_not_exist, including for private, restricted, disabled and unpublished
 *   pages of other accounts.
 */
async function findPageRevision(
  knex: Knex,
  reader: AccountRow | null,
  address: { readonly site: string; readonly page: string },
): Promise<{
  readonly row: PageRow;
  readonly revision: number;
  readonly isPublished: boolean;
}> {
  const row =
    /^[a-z0-9-]{1,63}$/i.test(address.site) && checkPageSlug(address.page) === null
      ? await findPageByAddress(knex, address.site, address.page)
      : null;
  if (row === null) throw new ApiError('page_does_not_exist');
  const isOwner = reader?.id === row.accountId;
  if (!isOwner && !isPublicPage(row)) throw new ApiError('page_does_not_exist');
  const published = (await findPublished(knex, row.id))?.revision ?? null;
  const revision = isOwner ? row.revision : published;
  if (revision === null) throw new ApiError('page_does_not_exist');
  return { row, revision, isPublished: published !== null };
}
