import { allowsFeature } from '@cobble/engine';
import type { SiteContext } from '../sites/SiteContext.ts';
import type { SiteKey } from '../http/addresses.ts';

/** The stored form of a restricted page's password. */
export interface PagePassword {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** Whether two stored passwords are the same, and not only equal texts that were stored twice. */
export const isSamePassword = (a: PagePassword, b: PagePassword): boolean =>
  a.salt.equals(b.salt) && a.hash.equals(b.hash);

/** Visitors' access to a page; with `none` they get 404 [PG3, PL3]. */
export type PageAccess = 'none' | 'public' | 'restricted';

/** Whether a site is served under the name that the request used. */
export function isServedUnder(site: SiteContext, key: SiteKey): boolean {
  return 'slug' in key || allowsFeature(site, 'customDomain');
}

/**
 * Who may see the page at an address. A page with more blocks than the plan allows stays visible,
 * if it was published under a larger plan (docs/decisions/0092).
 */
export function pageAccessOf(
  {
    site,
    page,
  }: {
    readonly site: SiteContext;
    readonly page: {
      readonly isPublic: boolean;
      readonly isDisabled: boolean;
      readonly password: PagePassword | null;
    } | null;
  },
  key: SiteKey,
): PageAccess {
  if (page === null || !isServedUnder(site, key)) return 'none';
  if (!page.isPublic || page.isDisabled || !site.isPublic) return 'none';
  if (page.password === null) return 'public';
  return allowsFeature(site, 'privatePages') ? 'restricted' : 'none';
}
