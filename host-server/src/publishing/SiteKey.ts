/** How a visitor names a site: by its slug below the pages' host, or by a domain of its own. */
export type SiteKey = { readonly slug: string } | { readonly domain: string };

/** Where a page stands: slugs and domains are compared in lower case. */
export interface PageAddress {
  readonly site: SiteKey;
  readonly slug: string;
}

/** An address as a key of maps; no two addresses share one. */
export function addressKeyOf({ site, slug }: PageAddress): string {
  return `${siteKeyText(site)}/${slug.toLowerCase()}`;
}

/** A site's name as a key of maps. */
export function siteKeyText(site: SiteKey): string {
  return 'slug' in site ? `slug:${site.slug.toLowerCase()}` : `domain:${site.domain.toLowerCase()}`;
}
