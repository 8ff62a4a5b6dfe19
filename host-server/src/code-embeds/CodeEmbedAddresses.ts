import { createHmac } from 'node:crypto';

/** Where a code embed is shown: to visitors of a published page, or in its author's preview. */
export type CodeEmbedUse = 'published' | 'preview';

/**
 * Addresses of code embeds on the embeds host, each derived from its use, page and code with a
 * secret key, so the same code of the same page always has the same address for the same use.
 * Without the key, nobody can guess an address or use one to check a guess of the code
 * (docs/decisions/0030).
 */
export class CodeEmbedAddresses {
  readonly secret: Buffer;
  /** Of the embeds host, without a trailing slash. */
  readonly origin: string;

  constructor(secret: Buffer, origin: string) {
    this.secret = secret;
    this.origin = origin;
  }

  /** The address as a path without its slash: 43 characters of base64url. */
  addressOf(use: CodeEmbedUse, pageId: number, code: string): string {
    return createHmac('sha256', this.secret)
      .update(`${use}\0${String(pageId)}\0${code}`)
      .digest('base64url');
  }

  urlOf(address: string): string {
    return `${this.origin}/${address}`;
  }
}

/** The address in a request's path, or null. */
export function codeEmbedAddressIn(path: string): string | null {
  return /^\/([\w-]{43})$/.exec(path)?.[1] ?? null;
}
