import { calls } from '../contract/index.ts';
import type { Mount } from '../http/mountCall.ts';
import {
  addDomain,
  findCanonicalDomain,
  removeDomain,
  syncDomain,
  type DomainServices,
} from './domainCommands.ts';

/** Mounts the calls for domains. */
export function mountDomainCalls(mount: Mount, services: DomainServices): void {
  mount(calls.addDomain, {
    access: 'account',
    limitPerAccount: 'domainChecksPerAccount',
    handle: ({ session, body }) => addDomain(services, session.account, body),
  });

  mount(calls.syncDomain, {
    access: 'account',
    limitPerAccount: 'domainChecksPerAccount',
    handle: ({ session, params }) => syncDomain(services, session.account, params.domainName),
  });

  mount(calls.removeDomain, {
    access: 'account',
    limitPerAccount: 'pageWritesPerAccount',
    async handle({ session, params }) {
      await removeDomain(services, session.account, params.domainName);
      return {};
    },
  });

  mount(calls.getCanonicalDomain, {
    access: 'account',
    handle: ({ session, query }) =>
      findCanonicalDomain(services, session.account, {
        siteID: query.siteID,
        includeInactive: query.includeInactive === 'true',
      }),
  });
}
