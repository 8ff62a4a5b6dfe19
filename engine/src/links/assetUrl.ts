import * as z from 'zod';
import { parseUrl } from './parseUrl.ts';

/**
 * Whether a string is the address of an asset that a page may show: a path under `/assets/`, or an
 * `http(s)` address. Temporary (`blob:`, `data:`) addresses live only in the editor's in-progress
 * copy and are refused when a page is sent to the server [SA1, SA2, SA3].
 */
export function isAssetUrl(value: string): boolean {
  if (value.length > 2048) return false;
  if (/^\/assets\/[\w.-]+$/.test(value)) return true;
  return /^https?:\/\/[^\s"'<>\\`{|}]+$/i.test(value) && parseUrl(value) !== null;
}

/** An asset's address as it may stand in a stored page; '' means there is none yet. */
export const assetUrlSchema = z.string().refine((value) => value === '' || isAssetUrl(value), {
  message: 'must be the address of an asset',
  params: { code: 'page_invalid_asset_url' },
});

/** Whether an address is one that only this browser knows, for as long as an upload takes. */
export function isTemporaryUrl(value: string): boolean {
  return /^(?:blob|data):/i.test(value);
}
