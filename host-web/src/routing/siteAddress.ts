import { INDEX_SLUG } from '@cobble/engine';
import { pagesHost } from './pagesHost.ts';

/** The public address of a site's page: `{site slug}.{host}/{page slug}`, the index at the root. */
export function siteAddress(
  siteSlug: string,
  pageSlug: string = INDEX_SLUG,
  { protocol, host }: { readonly protocol: string; readonly host: string } = {
    protocol: location.protocol,
    host: pagesHost(),
  },
): { readonly url: string; readonly label: string } {
  const path = pageSlug === INDEX_SLUG ? '' : `/${pageSlug}`;
  const label = `${siteSlug.toLowerCase()}.${host}${path}`;
  return { url: `${protocol}//${label}${path === '' ? '/' : ''}`, label };
}
