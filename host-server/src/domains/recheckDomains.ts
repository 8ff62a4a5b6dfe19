import { changePages } from '../publishing/changePages.ts';
import { loggable } from '../shared/logRedaction.ts';
import { checkClaim } from './checkClaim.ts';
import type { DomainServices } from './domainCommands.ts';
import {
  markChecked,
  markFailing,
  promoteDomain,
  setStatus,
  takeDomainsToCheck,
} from './repositories/domains.ts';

const DAY_MS = 24 * 3_600_000;
/** How long a domain that fails its check is still served, since that may be a mistake, ms. */
const GRACE_MS = 7 * DAY_MS;
const EVERY_MS = 3_600_000;
const MAX_PER_RUN = 100;

/**
 * Rechecks domains whose last successful check is more than a day ago. A domain whose TXT
 * record has been missing, or which has resolved elsewhere, for a week is no longer served, since
 * it may have a new owner [DM4]. When DNS does not respond, nothing changes.
 */
export async function recheckDomains(services: DomainServices): Promise<void> {
  const { knex, clock, dns, addresses } = services;
  const now = clock();
  const before = new Date(now.getTime() - DAY_MS);
  for (const claim of await takeDomainsToCheck(knex, { before, now, limit: MAX_PER_RUN })) {
    const verdict = await checkClaim(dns, claim, addresses.pagesHostName);
    if (verdict === 'unknown') continue;
    if (verdict === 'ready') {
      await markChecked(knex, claim.id, now);
      continue;
    }
    // Counted from the first failure: the server may have been off since the last success.
    const failingSince = await markFailing(knex, claim.id, now);
    if (now.getTime() - failingSince.getTime() >= GRACE_MS)
      await changePages(services, async (transaction, touch) => {
        await touch({ siteId: claim.siteId, pageId: null });
        const status = verdict === 'missing' ? 'cloudflare_deleted' : 'cloudflare_moved';
        await setStatus(transaction, claim.id, status, now);
        await promoteDomain(transaction, claim.siteId, now);
      });
  }
}

/** Runs {@link recheckDomains} every hour. Returns a function that stops it. */
export function recheckInBackground(services: DomainServices): () => Promise<void> {
  let working = Promise.resolve();
  const timer = setInterval(() => {
    working = working
      .then(() => recheckDomains(services))
      .catch((error: unknown) => {
        services.log.warn({ error: loggable(error) }, 'Domains could not be rechecked');
      });
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await working;
  };
}
