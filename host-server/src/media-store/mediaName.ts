import { createHash, randomBytes } from 'node:crypto';

/** The types of uploaded images. */
export type MediaType = 'png' | 'gif' | 'jpg';

/** The Content-Type of each type of file. */
export const MEDIA_CONTENT_TYPES = {
  png: 'image/png',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  avif: 'image/avif',
  webp: 'image/webp',
  mp4: 'video/mp4',
} as const satisfies Readonly<Record<MediaType | VariantExtension, string>>;

/** The file extensions of variants. */
export type VariantExtension = 'avif' | 'webp' | 'mp4';

/** Creates a random name for a new image; the uploader's file name is not used. */
export function makeMediaName(type: MediaType): string {
  return `${randomBytes(16).toString('hex')}.${type}`;
}

/**
 * Creates the names of an image's variants from its bytes and recipe, so that a name always means
 * the same file, and making a variant again changes nothing.
 *
 * @param recipe everything that decides how a variant turns out.
 */
export function variantNames(
  source: Buffer,
  recipe: string,
): (part: string, extension: VariantExtension) => string {
  const hash = createHash('sha256').update(recipe).update('\0').update(source);
  const base = hash.digest('hex').slice(0, 32);
  return (part, extension) => `${base}-${part}.${extension}`;
}

/** Whether a string is the name of an upload or a variant. */
export function isMediaName(name: string): boolean {
  return /^[0-9a-f]{32}(?:\.(?:png|gif|jpg)|-(?:\d{1,4}|motion)\.(?:avif|webp|mp4))$/.test(name);
}

/** Whether a string is the name of an upload. */
export function isUploadName(name: string): boolean {
  return /^[0-9a-f]{32}\.(?:png|gif|jpg)$/.test(name);
}

/** The Content-Type of a file. */
export function contentTypeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return MEDIA_CONTENT_TYPES[extension as keyof typeof MEDIA_CONTENT_TYPES];
}
