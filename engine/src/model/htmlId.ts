/** The most characters of an html id. */
export const MAX_HTML_ID_LENGTH = 200;

/**
 * Cleans what a person typed as an html id: br tags, spaces and everything but letters, digits,
 * underscore and hyphen go, and what is longer than a block may hold.
 */
export function cleanHtmlId(value: string): string {
  return value
    .replace(/<br\s*\/?>|&nbsp;/gi, '')
    .replace(/[^\w-]+/g, '')
    .slice(0, MAX_HTML_ID_LENGTH);
}
