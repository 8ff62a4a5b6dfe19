import { isAssetUrl } from '../../links/assetUrl.ts';
import { escapeLink } from '../../links/escapeLink.ts';
import { isColor } from '../../model/colors.ts';
import { isRecord } from '../../model/json.ts';
import { readPercentage } from './readNumber.ts';
import type { JsonRecord } from '../Migration.ts';

/**
 * Reads a background from text (a colour or `url(...)`) or an object with `imageUrl`, `color`,
 * `size`, `repeat` and `attachment`, where `size` may be CSS and `repeat` a flag. Returns null for no
 * background and for anything else.
 */
export function readBackground(value: unknown): JsonRecord | null {
  if (typeof value === 'string') return fromText(value.trim());
  if (!isRecord(value)) return null;
  const { imageUrl, size, repeat } = value;
  return {
    ...value,
    ...(typeof imageUrl === 'string' && imageUrl.startsWith('//')
      ? { imageUrl: `https:${imageUrl}` }
      : {}),
    ...sizeOf(size),
    ...(typeof repeat === 'boolean' ? { repeat: repeat ? 'repeat' : 'no-repeat' } : {}),
  };
}

function fromText(text: string): JsonRecord | null {
  if (isColor(text)) return { color: text };
  // `.*` instead of `\S+` would take cubic time for `url(` and spaces.
  const url = /^url\(\s*(["']?)(\S+)\1\s*\)/i.exec(text)?.[2];
  if (url === undefined) return null;
  const imageUrl = escapeLink(url.startsWith('//') ? `https:${url}` : url);
  return isAssetUrl(imageUrl) ? { imageUrl } : null;
}

/** `100% 100%` stretches the image; any other percentage is the size of a tile. */
function sizeOf(size: unknown): JsonRecord {
  if (typeof size !== 'string') return {};
  const [width, height] = size.trim().split(/\s+/);
  const ratio = readPercentage(width);
  if (ratio === null) return {};
  if (ratio === 1 && height === '100%') return { size: 'stretch' };
  return { size: 'tile', tilePercent: Math.min(100, Math.max(1, ratio * 100)) };
}
