import type { Mount } from '../app/mountCall.ts';
import type { Services } from '../app/Services.ts';
import { calls } from '../contract/index.ts';
import { previewCodeEmbeds } from '../code-embeds/previewCodeEmbeds.ts';
import { changePagePassword } from './changePagePassword.ts';
import { createPage } from './createPage.ts';
import { deletePage } from './deletePage.ts';
import { getPage } from './getPage.ts';
import { listPageVersions } from './listPageVersions.ts';
import { publishPage } from './publishPage.ts';
import { listPages } from './repositories/pages.ts';
import { restoreVersion } from './restoreVersion.ts';

/** Serves the calls on pages. */
export function mountPageCalls(mount: Mount, services: Services): void {
  mount(calls.listPages, {
    access: 'account',
    handle: async ({ session }) => [...(await listPages(services.knex, session.account.id))],
  });

  mount(calls.getPage, {
    access: 'anyone',
    handle: ({ session, query }) => getPage(services, session?.account ?? null, query),
  });

  mount(calls.createPage, {
    access: 'account',
    limitPerAccount: 'pageWritesPerAccount',
    handle: ({ session, body }) => createPage(services, session.account, body),
  });

  mount(calls.publishPage, {
    access: 'account',
    limitPerAccount: 'pageWritesPerAccount',
    handle: ({ session, params, body }) => publishPage(services, session.account, params.id, body),
  });

  mount(calls.setPagePassword, {
    access: 'account',
    limitPerAccount: 'pageWritesPerAccount',
    handle: ({ session, params, body }) =>
      changePagePassword(services, session.account, params.id, body.password),
  });

  mount(calls.removePagePassword, {
    access: 'account',
    limitPerAccount: 'pageWritesPerAccount',
    handle: ({ session, params }) => changePagePassword(services, session.account, params.id, null),
  });

  mount(calls.previewCodeEmbeds, {
    access: 'account',
    limitPerAccount: 'codePreviewsPerAccount',
    handle: ({ session, params, body }) =>
      previewCodeEmbeds(services, session.account, params.id, body.codes),
  });

  mount(calls.listPageVersions, {
    access: 'account',
    handle: async ({ session, params }) => [
      ...(await listPageVersions(services, session.account, params.id)),
    ],
  });

  mount(calls.restorePageVersion, {
    access: 'account',
    limitPerAccount: 'pageWritesPerAccount',
    handle: ({ session, params, body }) =>
      restoreVersion(services, session.account, params.id, { ...params, ...body }),
  });

  mount(calls.deletePage, {
    access: 'account',
    limitPerAccount: 'pageWritesPerAccount',
    async handle({ session, params }) {
      await deletePage(services, session.account, params.id);
      return {};
    },
  });
}
