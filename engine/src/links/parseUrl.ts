/**
 * Parses a URL; returns null if it is invalid.
 *
 * Replaces `URL.canParse`, which in Node 20 rejects URLs with letters such as é once it has been
 * called often enough to be compiled. A lint rule enforces this.
 *
 * @param text an absolute URL, or a relative one if `base` is given
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
