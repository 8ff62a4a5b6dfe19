import { createHash, randomBytes } from 'node:crypto';

/** The kinds of image that are kept as people send them. */
export type MediaType = 'png' | 'gif' | 'jpg';

/** What each kind of file is served as. */
export const MEDIA_CONTENT_TYPES = {
  png: 'image/png',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  avif: 'image/avif',
  webp: 'image/webp',
  mp4: 'video/mp4',
} as const satisfies Readonly<Record<MediaType | VariantExtension, string>>;

/** How names of what is made of an image end. */
export type VariantExtension = 'avif' | 'webp' | 'mp4';

/** A name of our own for a new image; nothing of what the uploader called it is in it. */
export function makeMediaName(type: MediaType): string {
  return `${randomBytes(16).toString('hex')}.${type}`;
}

/**
 * Names for what is made of an image: by its bytes and how they are treated, so that the same name
 * always stands for the same file, and making it once more changes nothing.
 *
 * @param recipe says all that decides how a variant comes out
 */
export function variantNames(
  source: Buffer,
  recipe: string,
): (part: string, extension: VariantExtension) => string {
  const hash = createHash('sha256').update(recipe).update('\0').update(source);
  const base = hash.digest('hex').slice(0, 32);
  return (part, extension) => `${base}-${part}.${extension}`;
}

/** Whether a string is the name of an uploaded image or of what was made of one. */
export function isMediaName(name: string): boolean {
  return /^[0-9a-f]{32}(?:\.(?:png|gif|jpg)|-(?:\d{1,4}|motion)\.(?:avif|webp|mp4))$/.test(name);
}

/** Whether it is that of an uploaded image. */
export function isUploadName(name: string): boolean {
  return /^[0-9a-f]{32}\.(?:png|gif|jpg)$/.test(name);
}

/** The type that a file of such a name is served as. */
export function contentTypeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return MEDIA_CONTENT_TYPES[extension as keyof typeof MEDIA_CONTENT_TYPES];
}
