/**
 * An address taken apart, or null for what the parser of addresses refuses.
 *
 * In place of `URL.canParse`, which in Node 20 refuses addresses with letters such as é as soon as
 * it has been called often enough to be compiled (lint holds this).
 *
 * @param text an absolute address, or a relative one where `base` is given
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
