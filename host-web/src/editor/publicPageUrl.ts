import { INDEX_SLUG } from '@cobble/engine';

/**
 * The address at which a published page is served: its site's subdomain of the app's own host, the
 * index page at the root (accounts-sites-community.md section 2).
 *
 * @param app the app's own origin, as `location` has it
 */
export function publicPageUrl(
  siteSlug: string,
  pageSlug: string,
  app: { readonly protocol: string; readonly host: string },
): string {
  const path = pageSlug === INDEX_SLUG ? '' : pageSlug;
  return `${app.protocol}//${siteSlug.toLowerCase()}.${app.host}/${path}`;
}
