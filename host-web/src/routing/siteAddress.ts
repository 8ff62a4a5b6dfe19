import { INDEX_SLUG } from '@cobble/engine';

/**
 * The public address of a page: `{site slug}.{host}/{page slug}`, or the root for the index page.
 *
 * @returns the URL; and a label for it without the protocol, also in two parts, the site's address
 *   and the path, which is empty for the index page
 */
export function siteAddress(
  siteSlug: string,
  pageSlug: string = INDEX_SLUG,
  { protocol, host }: { readonly protocol: string; readonly host: string } = {
    protocol: location.protocol,
    host: pagesHost(),
  },
): { readonly url: string; readonly label: string; readonly site: string; readonly path: string } {
  const path = pageSlug === INDEX_SLUG ? '' : `/${pageSlug}`;
  const site = `${siteSlug.toLowerCase()}.${host}`;
  const label = `${site}${path}`;
  return { url: `${protocol}//${label}${path === '' ? '/' : ''}`, label, site, path };
}

/**
 * The host under which sites are published, as `{site}.{host}`, with its port. The server writes it
 * into index.html; it can differ from the app's host.
 */
function pagesHost(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="cobble-pages-host"]');
  return meta?.content || location.host;
}
