import type { Knex } from 'knex';
import { calls } from '../contract/index.ts';
import type { Mount } from '../http/mountCall.ts';
import { changePagePassword } from './changePagePassword.ts';
import { publishDraft } from './publishDraft.ts';
import { publishPage, type PublishServices } from './publishPage.ts';
import { restoreVersion } from './restoreVersion.ts';
import { type AccountRow, lockAccount } from '../accounts/repositories/accounts.ts';
import { inAccountTurn } from '../accounts/inAccountTurn.ts';
import { changePages, type ChangePagesServices, type Touch } from './changePages.ts';
import { ApiError } from '../shared/ApiError.ts';
import { FairQueue } from '../shared/FairQueue.ts';
import { HEAVY_MS } from '../shared/WorkerPool.ts';
import { messages } from '../shared/messages.ts';
import { PAGE_JSON } from '../http/readJsonBody.ts';
import { requireOwnPage } from '../pages/pagePolicy.ts';
import { countPages, deletePageRow, lockPage } from '../pages/repositories/pages.ts';

/**
 * How many pages are published at a time: twice as many as are rendered. A page takes about ten times
 * the memory of its body then, while those that wait only have their bodies, which are limited. One
 * place is left for accounts whose pages have not occupied the page workers for long; the time that
 * they wait for others does not count.
 */
const PUBLISHING = {
  ...{ concurrency: 4, concurrencyPerKey: 1, heavyMs: HEAVY_MS },
  ...{ maxWaiting: 500, maxWaitingPerKey: 20 },
};

/** Mounts the calls that change published pages. */
export function mountPublishingCalls(mount: Mount, services: PublishServices): void {
  const write = { access: 'account', limitPerAccount: 'pageWritesPerAccount' } as const;
  const publishing = new FairQueue<number>(PUBLISHING, {
    usageOf: (accountId) => services.pageWorkers.usageOf(accountId),
    pastUsageOf: (accountId) => services.pageWorkers.pastUsageOf(accountId),
  });

  mount(calls.publishPage, {
    ...write,
    json: PAGE_JSON,
    readsBytes: true,
    handle: ({ session: { account }, params, bytes }) =>
      publishing.run(account.id, () => publishPage(services, account, params.id, bytes)),
  });

  if (services.hasLiveRooms)
    mount(calls.publishDraft, {
      ...write,
      handle: ({ session: { account }, params, body }) =>
        publishing.run(account.id, () => publishDraft(services, account, params.id, body)),
    });

  mount(calls.restorePageVersion, {
    ...write,
    handle: ({ session: { account }, params, body }) =>
      publishing.run(account.id, () =>
        restoreVersion(services, account, params.id, { ...params, ...body }),
      ),
  });

  mount(calls.setPagePassword, {
    ...write,
    handle: ({ session, params, body }) =>
      changePagePassword(services, session.account, params.id, body.password),
  });

  mount(calls.removePagePassword, {
    ...write,
    handle: ({ session, params }) => changePagePassword(services, session.account, params.id, null),
  });

  mount(calls.deletePage, {
    ...write,
    async handle({ session, params }) {
      await deletePage(services, session.account, params.id);
      return {};
    },
  });
}

/**
 * Deletes a page with its revisions and publications.
 *
 * @throws ApiError page_does_not_exist, page_cannot_delete_only_page.
 */
export async function deletePage(
  services: ChangePagesServices,
  account: AccountRow,
  id: number,
): Promise<void> {
  const change = async (transaction: Knex, touch: Touch): Promise<void> => {
    // Locks the account first, as createPage does: of the last two pages deleted at once, one
    // stays.
    await lockAccount(transaction, account.id);
    const page = requireOwnPage(account, await lockPage(transaction, id));
    if ((await countPages(transaction, account.id)) <= 1)
      throw new ApiError('page_cannot_delete_only_page', {
        message: messages.api.onlyPage,
      });
    await touch({ siteId: page.siteId, pageId: id, slugs: [page.slug] });
    await deletePageRow(transaction, id);
  };
  await inAccountTurn(services.knex, account.id, () => changePages(services, change));
}
