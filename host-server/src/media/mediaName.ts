import { randomBytes } from 'node:crypto';

/** The kinds of picture that are kept. */
export type MediaType = 'png' | 'gif' | 'jpg';

/** What each kind is served as. */
export const MEDIA_CONTENT_TYPES: Readonly<Record<MediaType, string>> = {
  png: 'image/png',
  gif: 'image/gif',
  jpg: 'image/jpeg',
};

/** A name of our own for a new picture; nothing of what the uploader called it is in it. */
export function makeMediaName(type: MediaType): string {
  return `${randomBytes(16).toString('hex')}.${type}`;
}

/** Whether a string is such a name. */
export function isMediaName(name: string): boolean {
  return /^[0-9a-f]{32}\.(?:png|gif|jpg)$/.test(name);
}
