import * as z from 'zod';
import { readWebAddress } from '../../links/webAddress.ts';
import { defineBlock } from '../BlockDefinition.ts';

const ID = /^[A-Za-z\d]{5,64}$/;
const KEY = /^[\w.=-]{5,400}$/;
const FILE = /^[\w-]{1,64}\.(?:gif|webp|mp4)$/;
const MEDIA_HOST = /^(?:media\d?|i)\.giphy\.com$/;

/** Height of a new gif, in px. */
const PLACED_HEIGHT_PX = 150;

/** Whether a string is the URL of a file on GIPHY. */
function isMediaUrl(url: string): boolean {
  const address = readWebAddress(url);
  if (!address || !MEDIA_HOST.test(address.host)) return false;
  const path = address.path[0] === 'media' ? address.path.slice(1) : address.path;
  const file = path.at(-1) ?? '';
  const keys = path.slice(0, -1);
  // i.giphy.com/<id>.gif, media.giphy.com/media/<id>/giphy.gif,
  // media0.giphy.com/media/v1.<key>/<id>/200w.gif
  return FILE.test(file) && keys.length <= 2 && keys.every((key) => KEY.test(key));
}

const mediaUrl = z
  .string()
  .max(2048)
  .refine(isMediaUrl, 'must be the address of an image on GIPHY');

const variant = z.looseObject({
  url: mediaUrl,
  /** In px; absent if unknown, as for a pasted URL. */
  width: z.number().int().min(1).max(20_000).optional(),
  height: z.number().int().min(1).max(20_000).optional(),
  /** In bytes. */
  size: z.number().int().min(0).optional(),
  webp: mediaUrl.optional(),
  mp4: mediaUrl.optional(),
});

/** The variants in which GIPHY stores an image. */
export const GIF_VARIANTS = [
  ...(['default', 'large', 'medium', 'fixedWidth', 'fixedWidthSmall', 'optimized'] as const),
  'preview',
] as const;

const content = z.looseObject({
  /** Empty while the block has no image. */
  images: z.looseObject(
    Object.fromEntries(GIF_VARIANTS.map((name) => [name, variant.optional()])) as Record<
      (typeof GIF_VARIANTS)[number],
      z.ZodOptional<typeof variant>
    >,
  ),
});

/** One variant of a gif. */
export type GifVariant = z.infer<typeof variant>;
type Content = z.infer<typeof content>;

/**
 * Returns the file to show: the smallest variant that is at least `widthPx` wide, else the widest,
 * or null while the block is empty. Variants of unknown width come last.
 *
 * @param widthPx displayed width, in px
 */
export function gifVariantFor({ images }: Content, widthPx: number): GifVariant | null {
  let best: GifVariant | null = null;
  for (const name of GIF_VARIANTS) {
    const candidate = images[name];
    if (candidate && (!best || isBetter(candidate.width ?? 0, best.width ?? 0, widthPx)))
      best = candidate;
  }
  return best;
}

function isBetter(width: number, best: number, target: number): boolean {
  return best < target ? width > best : width >= target && width < best;
}

/** Returns the URL of GIPHY's still image for a gif; null for an unknown host or file name. */
export function gifStillUrl(url: string): string | null {
  if (!isMediaUrl(url)) return null;
  const still = url.replace(/\/(giphy|\d{3}w?)\.(?:gif|webp)(?=$|[?#])/, '/$1_s.gif');
  return still === url ? null : still;
}

function recognize(url: string): Content | null {
  const address = readWebAddress(url);
  if (!address) return null;
  const { host, path } = address;
  if (isMediaUrl(url)) {
    const file = path.at(-1) ?? '';
    if (file.endsWith('.mp4')) return null;
    return { images: { default: { url: `https://${host}/${path.join('/')}` } } };
  }
  if (host !== 'giphy.com') return null;
  const [first = '', name = '', third] = path;
  // giphy.com/gifs/some-words-<id>, /stickers/..., /embed/<id>, /media/<id>/giphy.gif
  const isPage = ['gifs', 'stickers', 'embed'].includes(first) && third === undefined;
  const id = isPage ? (name.split('-').at(-1) ?? '') : first === 'media' ? name : '';
  return ID.test(id)
    ? { images: { default: { url: `https://media.giphy.com/media/${id}/giphy.gif` } } }
    : null;
}

const ratioOf = ({ images }: Content): number | null => {
  for (const name of GIF_VARIANTS) {
    const { width, height } = images[name] ?? {};
    if (width && height) return height / width;
  }
  return null;
};

/** An animated image from GIPHY, placed at a height of 150 px. */
export const gif = defineBlock({
  type: 'gif',
  content,
  capabilities: { keepsAspect: true, mirrors: true },
  role: 'image',
  defaultSizePx: (value) => ({
    width: Math.round(PLACED_HEIGHT_PX / (ratioOf(value) ?? 1)),
    height: PLACED_HEIGHT_PX,
  }),
  defaultContent: () => ({ images: {} }),
  aspectRatio: ratioOf,
  recognize,
});
