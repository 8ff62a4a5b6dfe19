import { createHmac } from 'node:crypto';

/** What a code embed is served for: visitors of the published page, or its author's preview. */
export type CodeEmbedUse = 'published' | 'preview';

/**
 * Where authors' own code is served: on the third origin, each under an address made of its page and
 * its text. The same code of the same page has the same address for ever, other code another; who
 * does not have the address can neither guess it nor test a guess of the code
 * (docs/decisions/0030).
 */
export class CodeEmbedAddresses {
  private readonly secret: Buffer;
  private readonly origin: string;

  /** @param origin of the third host, without a slash at its end. */
  constructor(secret: Buffer, origin: string) {
    this.secret = secret;
    this.origin = origin;
  }

  /** The last part of the address: 43 signs of base64url. */
  addressOf(use: CodeEmbedUse, pageId: number, code: string): string {
    return createHmac('sha256', this.secret)
      .update(`${use}\0${String(pageId)}\0${code}`)
      .digest('base64url');
  }

  urlOf(address: string): string {
    return `${this.origin}/${address}`;
  }
}

/** The address in a request's path, or null for any other path. */
export function codeEmbedAddressIn(path: string): string | null {
  return /^\/([\w-]{43})$/.exec(path)?.[1] ?? null;
}
