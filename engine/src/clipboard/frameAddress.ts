/** Far above the HTML that any site offers for embedding. */
const MAX_LENGTH = 4000;

/**
 * The address that a site's own HTML for embedding (`<iframe src="...">`, and nothing beside it)
 * loads, or null. It is only an address to look at: none of the HTML is used.
 */
export function frameAddress(text: string): string | null {
  const html = text.length > MAX_LENGTH * 2 ? '' : text.trim();
  if (html.length > MAX_LENGTH || !/^<iframe\s[^<]*<\/iframe>$/i.test(html)) return null;
  const [, quoted, single] = /\ssrc=(?:"([^"]*)"|'([^']*)')/i.exec(html) ?? [];
  const address = (quoted ?? single ?? '').replaceAll('&amp;', '&');
  return /^(?:https?:)?\/\//i.test(address) ? address.replace(/^\/\//, 'https://') : null;
}
