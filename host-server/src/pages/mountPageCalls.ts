import { calls } from '../contract/index.ts';
import type { Mount } from '../http/mountCall.ts';
import { createPage, type PageServices } from './createPage.ts';
import { getPage } from './getPage.ts';
import { requireOwnPage } from './pagePolicy.ts';
import { listVersions } from './repositories/pageRevisions.ts';
import { findPageById, listPages } from './repositories/pages.ts';

/** Serves the calls that read pages and create drafts. */
export function mountPageCalls(mount: Mount, services: PageServices): void {
  const { knex } = services;

  mount(calls.listPages, {
    access: 'account',
    handle: async ({ session }) => [...(await listPages(knex, session.account.id))],
  });

  mount(calls.getPage, {
    access: 'anyone',
    handle: ({ session, query }) => getPage(knex, session?.account ?? null, query),
  });

  mount(calls.createPage, {
    access: 'account',
    limitPerAccount: 'pageWritesPerAccount',
    handle: ({ session, body }) => createPage(services, session.account, body),
  });

  mount(calls.listPageVersions, {
    access: 'account',
    async handle({ session, params }) {
      const page = requireOwnPage(session.account, await findPageById(knex, params.id));
      return [...(await listVersions(knex, page.id))];
    },
  });
}
