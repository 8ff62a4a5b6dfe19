import type { Mount } from '../http/mountCall.ts';
import type { ChangePagesServices } from '../publishing/changePages.ts';
import { calls } from '../contract/index.ts';
import { getSiteRendering } from './getSiteRendering.ts';
import { updateSite } from './updateSite.ts';

/** Serves the calls on sites. */
export function mountSiteCalls(mount: Mount, services: ChangePagesServices): void {
  mount(calls.getSiteRendering, {
    access: 'anyone',
    handle: ({ session, params }) =>
      getSiteRendering(services, session?.account ?? null, params.id),
  });

  mount(calls.updateSite, {
    access: 'account',
    limitPerAccount: 'pageWritesPerAccount',
    handle: ({ session, params, body }) =>
      updateSite(services, session.account, params.id, body.settings),
  });
}
