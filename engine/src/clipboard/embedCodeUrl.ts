/** Far longer than any site's embed code. */
const MAX_LENGTH = 4000;

/**
 * Returns the URL that a site's embed code loads (`<iframe src="...">` and nothing else), or null.
 * The URL is only inspected, and none of the HTML is used.
 */
export function embedCodeUrl(text: string): string | null {
  const html = text.length > MAX_LENGTH * 2 ? '' : text.trim();
  if (html.length > MAX_LENGTH || !/^<iframe\s[^<]*<\/iframe>$/i.test(html)) return null;
  const [, quoted, single] = /\ssrc=(?:"([^"]*)"|'([^']*)')/i.exec(html) ?? [];
  const url = (quoted ?? single ?? '').replaceAll('&amp;', '&');
  return /^(?:https?:)?\/\//i.test(url) ? url.replace(/^\/\//, 'https://') : null;
}
