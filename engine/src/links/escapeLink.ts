/** The part of a link up to the end of its host, in which nothing may be escaped. */
const UP_TO_HOST = /^\s*(?:https?:\/\/[^/?#]*|(?=[#/]))/i;
const EMAIL = /^(\s*mailto:)([^@]*)(@[^?]*)(.*)$/is;

/**
 * Percent-encodes the characters ' ` { | } ^ of a link, which are common in URLs but not allowed in
 * the links of a page, since some of them can end the string that contains a URL. The link leads to
 * the same place. Every other character stays, including those that make a link invalid: double
 * quotes, angle brackets, backslashes, spaces and control characters, and anything odd in its host.
 */
export function escapeLink(link: string): string {
  const email = EMAIL.exec(link);
  if (email) {
    const [, protocol = '', name = '', host = '', query = ''] = email;
    return protocol + escaped(name) + host + escaped(query);
  }
  const start = UP_TO_HOST.exec(link)?.[0];
  return start === undefined ? link : start + escaped(link.slice(start.length));
}

function escaped(text: string): string {
  return text.replace(
    /['`{|}^]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
