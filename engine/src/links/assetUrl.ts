import * as z from 'zod';
import { parseUrl } from './parseUrl.ts';

/**
 * Whether a string is the URL of an asset that a page can show: a path under `/assets/` or an
 * `http(s)` URL, without characters that could end an attribute or a CSS value [SA1, SA3].
 * Temporary (`blob:`, `data:`) URLs exist only in the editor that uploads the file, until the
 * upload ends; the server rejects pages that contain them [E20].
 */
export function isAssetUrl(value: string): boolean {
  if (value.length > 2048) return false;
  if (/^\/assets\/[\w.-]+$/.test(value)) return true;
  return /^https?:\/\/[^\s"'<>\\`{|}]+$/i.test(value) && parseUrl(value) !== null;
}

/** Schema for an asset's URL in a stored page; '' means that there is none yet. */
export const assetUrlSchema = z.string().refine((value) => value === '' || isAssetUrl(value), {
  message: 'must be a path under /assets/ or an http(s) URL',
  params: { code: 'page_invalid_asset_url' },
});

/** Whether a URL only works in this browser, during an upload. */
export function isTemporaryUrl(value: string): boolean {
  return /^(?:blob|data):/i.test(value);
}
