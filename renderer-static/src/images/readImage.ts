import { isAssetUrl } from '@cobble/engine';
import { field, number, oneOf, string } from '../page/readFields.ts';
import type { Image, ImageFile, ImageMotion, ImageSource } from './Image.ts';

const MAX_FILES = 16;
const MAX_PLACEHOLDER = 2000;
const PLACEHOLDER = /^data:image\/(?:webp|png);base64,[A-Za-z0-9+/]+={0,2}$/;
/** Characters that would end a URL in `srcset`. */
const BREAKS_SRCSET = /[\s,]/;

/**
 * Checks what the host returned for an image; invalid and unsafe fields are left out. Returns null
 * if the size is missing or invalid.
 */
export function readImage(value: unknown): Image | null {
  const width = number(field(value, 'width'), 1, 20_000);
  const height = number(field(value, 'height'), 1, 20_000);
  if (width === null || height === null) return null;
  const url = readUrl(value);
  const sources = list(field(value, 'sources')).flatMap(readSource);
  const placeholder = string(field(value, 'placeholder'), MAX_PLACEHOLDER + 1) ?? '';
  const isShort = placeholder.length <= MAX_PLACEHOLDER;
  const isAnimated = field(value, 'isAnimated') === true;
  const motion = isAnimated ? readMotion(field(value, 'motion')) : null;
  return {
    width: Math.round(width),
    height: Math.round(height),
    sources,
    ...(url?.startsWith('/') ? { url } : {}),
    ...(isShort && PLACEHOLDER.test(placeholder) ? { placeholder } : {}),
    ...(isAnimated ? { isAnimated } : {}),
    ...(motion ? { motion } : {}),
  };
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function readUrl(value: unknown): string | null {
  const url = string(field(value, 'url'));
  return url !== null && isAssetUrl(url) && !BREAKS_SRCSET.test(url) ? url : null;
}

function readSource(value: unknown): readonly ImageSource[] {
  const type = oneOf(field(value, 'type'), ['image/avif', 'image/webp']);
  const files = list(field(value, 'files'))
    .slice(0, MAX_FILES)
    .flatMap((file): readonly ImageFile[] => {
      const url = readUrl(file);
      const width = number(field(file, 'width'), 1, 20_000);
      if (url === null || width === null) return [];
      return [{ url, width: Math.round(width) }];
    })
    .toSorted((a, b) => a.width - b.width);
  return type === null || files.length === 0 ? [] : [{ type, files }];
}

function readMotion(value: unknown): ImageMotion | null {
  const type = oneOf(field(value, 'type'), ['video/mp4', 'image/webp']);
  const url = readUrl(value);
  return type === null || url === null ? null : { type, url };
}
