import { allowsFeature } from '@cobble/engine';
import type { Publication } from './preparePublication.ts';
import type { PagePassword } from './repositories/publishedPages.ts';
import type { SiteContext } from './SiteContext.ts';
import type { SiteKey } from './SiteKey.ts';

/** What of a publication is needed to serve it. */
export type ServedBytes = Pick<
  Publication,
  'html' | 'gzip' | 'brotli' | 'brotliQuality' | 'etag' | 'csp'
>;

/** A page as a visitor may get it. */
export interface ServedPage {
  readonly pageId: number;
  readonly siteId: number;
  readonly bytes: ServedBytes;
}

/** What a visitor finds at an address. */
export type Found =
  /** Nothing that they may know of: missing, private, disabled, or its plan has ended. */
  | { readonly kind: 'none' }
  | ({ readonly kind: 'open' } & ServedPage)
  /** Theirs once they have given the password. */
  | ({ readonly kind: 'restricted'; readonly password: PagePassword } & ServedPage);

/** Who may see a page: the rule for visitors, in one place [PG3, PL3]. */
export type PageDoor = 'none' | 'open' | 'restricted';

/** Whether a site is served under the name by which it was asked for. */
export function isServedAs(site: SiteContext, key: SiteKey): boolean {
  return 'slug' in key || allowsFeature(site, 'customDomain');
}

/**
 * Who may see what stands at an address. A plan that holds fewer blocks than the page closes
 * nothing: what was published under a larger one stays up (docs/decisions/0092).
 */
export function doorOf(
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
): PageDoor {
  if (page === null || !isServedAs(site, key)) return 'none';
  if (!page.isPublic || page.isDisabled || !site.isPublic) return 'none';
  if (page.password === null) return 'open';
  return allowsFeature(site, 'privatePages') ? 'restricted' : 'none';
}
