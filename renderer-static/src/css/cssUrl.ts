import { isAssetUrl } from '@cobble/engine';

/**
 * The address under which a page shows an asset, or null when it may not: our own assets get the
 * base before them, `http(s)` addresses stay as they are (security.md rows 18 to 20).
 */
export function assetAddress(value: unknown, assetBaseUrl: string): string | null {
  if (typeof value !== 'string' || !isAssetUrl(value)) return null;
  return value.startsWith('/') ? assetBaseUrl + value : value;
}

/** An address as a CSS value; what could end its string is percent-encoded. */
export function cssUrl(address: string): string {
  return `url("${address.replace(/["\\<>\s\u0000-\u001f]/g, encodeURIComponent)}")`; // eslint-disable-line no-control-regex -- they end a CSS string
}
