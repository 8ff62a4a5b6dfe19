import type { AccountRow } from '../accounts/repositories/accounts.ts';
import { calls, type Domain } from '../contract/index.ts';
import type { Mount } from '../http/mountCall.ts';
import { ApiError } from '../shared/ApiError.ts';
import { addDomain } from './addDomain.ts';
import { presentDomain, type DomainServices } from './domainClaim.ts';
import { removeDomain } from './removeDomain.ts';
import { findDomainOfSite } from './repositories/domains.ts';
import { syncDomain } from './syncDomain.ts';

/** Serves the calls on domains. */
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

/**
 * The canonical domain of the account's own site; with `includeInactive`, else the newest claim.
 *
 * @throws ApiError domain_does_not_exist, also for other accounts' sites.
 */
export async function findCanonicalDomain(
  { knex, addresses }: DomainServices,
  account: AccountRow,
  query: { readonly siteID: number; readonly includeInactive: boolean },
): Promise<Domain> {
  const claim =
    query.siteID === account.site.id
      ? await findDomainOfSite(knex, query.siteID, query.includeInactive)
      : null;
  if (claim === null) throw new ApiError('domain_does_not_exist');
  return presentDomain(claim, addresses);
}
