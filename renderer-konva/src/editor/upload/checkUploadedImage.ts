import { CobbleError, isAssetUrl } from '@cobble/engine';
import type { UploadedImage } from '../services/EditorServices.ts';

/**
 * Checks what a host's upload returned.
 *
 * @throws CobbleError `page_invalid_asset_url` (details: `path`) for a URL that pages cannot contain
 */
export function checkUploadedImage(image: UploadedImage): UploadedImage {
  if (isAssetUrl(image.url)) return image;
  const message = `upload returned ${image.url.slice(0, 80)}, which is not a path under /assets/ or an http(s) URL`;
  throw new CobbleError('page_invalid_asset_url', message, { details: { path: 'url' } });
}
