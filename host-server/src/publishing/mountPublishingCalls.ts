import { calls } from '../contract/index.ts';
import type { Mount } from '../http/mountCall.ts';
import { changePagePassword } from './changePagePassword.ts';
import { deletePage } from './deletePage.ts';
import { publishPage, type PublishServices } from './publishPage.ts';
import { restoreVersion } from './restoreVersion.ts';

/** Serves the calls that change what visitors see of a page. */
export function mountPublishingCalls(mount: Mount, services: PublishServices): void {
  const write = { access: 'account', limitPerAccount: 'pageWritesPerAccount' } as const;

  mount(calls.publishPage, {
    ...write,
    handle: ({ session, params, body }) => publishPage(services, session.account, params.id, body),
  });

  mount(calls.restorePageVersion, {
    ...write,
    handle: ({ session, params, body }) =>
      restoreVersion(services, session.account, params.id, { ...params, ...body }),
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
