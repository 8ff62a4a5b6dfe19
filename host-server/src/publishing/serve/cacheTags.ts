/** Tags of what a CDN keeps: of a page in every encoding, of a site's files, of all of a site. */
export const pageTag = (pageId: number): string => `page-${String(pageId)}`;
export const filesTag = (siteId: number): string => `files-${String(siteId)}`;
export const siteTag = (siteId: number): string => `site-${String(siteId)}`;

/** The headers that name tags, in the two spellings that CDNs know. */
export function tagHeaders(tags: readonly string[]): Record<string, string> {
  return { 'Surrogate-Key': tags.join(' '), 'Cache-Tag': tags.join(',') };
}

/**
 * How long what is public may be kept. Browsers always ask whether it has changed. A CDN that is
 * told what to forget may keep it for a day, serve it while it asks, and for a week while we are
 * down; a cache that nobody can tell has to ask as well (docs/decisions/0094).
 */
export function publicCacheHeaders(hasCdn: boolean): Record<string, string> {
  if (!hasCdn) return { 'Cache-Control': 'public, max-age=0, must-revalidate' };
  return {
    'Cache-Control': 'public, max-age=0, s-maxage=86400, stale-if-error=604800',
    'CDN-Cache-Control': 'public, max-age=86400, stale-while-revalidate=60, stale-if-error=604800',
    'Surrogate-Control': 'max-age=86400, stale-while-revalidate=60, stale-if-error=604800',
  };
}
