import { isAssetUrl } from '@cobble/engine';

/**
 * Returns the URL of an asset: our own get the base prefix, `http(s)` URLs stay as they are.
 * Returns null if the URL is not allowed.
 */
export function assetAddress(value: unknown, assetBaseUrl: string): string | null {
  if (typeof value !== 'string' || !isAssetUrl(value)) return null;
  return value.startsWith('/') ? assetBaseUrl + value : value;
}

/** A URL as a CSS value. Characters that could end the string are percent-encoded. */
export function cssUrl(address: string): string {
  return `url("${address.replace(/["\\<>\s\u0000-\u001f]/g, encodeURIComponent)}")`; // eslint-disable-line no-control-regex -- they end a CSS string
}
