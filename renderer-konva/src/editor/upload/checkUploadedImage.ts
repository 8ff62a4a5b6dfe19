import { CobbleError, isAssetUrl, inputError } from '@cobble/engine';
import type { UploadedImage } from '../services/EditorServices.ts';

/** The largest size that the content of image blocks can have, px. */
const MAX_SIZE_PX = 20_000;

/**
 * Checks what a host's upload returned, which the editor would otherwise refuse to put on the page.
 *
 * @throws CobbleError (details: `path`) `page_invalid_asset_url` for a URL that pages cannot contain,
 *   `input_invalid` for anything else
 */
export function checkUploadedImage(image: unknown): UploadedImage {
  if (typeof image !== 'object' || image === null)
    throw inputError('upload', 'must return { url, width, height }');
  const { url, width, height } = image as Partial<Record<keyof UploadedImage, unknown>>;
  if (typeof url !== 'string') throw inputError('upload.url', 'must be a string');
  if (!isAssetUrl(url)) {
    const message = `upload.url is ${url.slice(0, 80)}, which is not a path under /assets/ or an http(s) URL`;
    throw new CobbleError('page_invalid_asset_url', message, { details: { path: 'upload.url' } });
  }
  return { url, width: readSize('width', width), height: readSize('height', height) };
}

function readSize(name: 'width' | 'height', size: unknown): number {
  if (typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= MAX_SIZE_PX)
    return size;
  const range = `a whole number of px from 1 to ${String(MAX_SIZE_PX)}`;
  throw inputError(`upload.${name}`, `is ${String(size)}, but must be ${range}`);
}
