import { z } from 'zod';
import { defineCall, empty, id, none } from '../defineCall.ts';
import { domainSchema } from '../domain.ts';

const domainName = z.object({ domainName: z.string().max(300) });

/** Custom domains of sites. */
export const domainCalls = {
  /** Claims a custom domain. It is served once its DNS has the records in the response. */
  addDomain: defineCall({
    method: 'POST',
    path: '/domain',
    query: none,
    body: z.object({ domainName: z.string().max(300), siteID: id }),
    response: domainSchema,
    errors: [
      'err_unauthorized',
      'err_not_found',
      'err_rate_limited',
      'domain_invalid_name',
      'insufficient_privileges_to_add_domain',
    ],
  }),
  removeDomain: defineCall({
    method: 'DELETE',
    path: '/domain/{domainName}',
    params: domainName,
    query: none,
    body: none,
    response: empty,
    errors: ['err_unauthorized', 'domain_does_not_exist'],
  }),
  /** Checks in DNS that the domain is verified and resolves to this server. */
  syncDomain: defineCall({
    method: 'POST',
    path: '/domain/sync/{domainName}',
    params: domainName,
    query: none,
    body: none,
    response: domainSchema,
    errors: [
      'err_unauthorized',
      'err_rate_limited',
      'domain_does_not_exist',
      'insufficient_privileges_to_use_domain',
    ],
  }),
  /**
   * The canonical domain of a site. If it has none, and `includeInactive` is `true`, its newest
   * claim.
   */
  getCanonicalDomain: defineCall({
    method: 'GET',
    path: '/domain/canonical',
    query: z.object({
      siteID: id,
      includeInactive: z.enum(['true', 'false']).optional(),
    }),
    body: none,
    response: domainSchema,
    errors: ['err_unauthorized', 'domain_does_not_exist'],
  }),
} as const;
