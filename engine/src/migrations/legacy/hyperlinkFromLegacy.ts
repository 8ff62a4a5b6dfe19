import { cleanHtmlId } from '../../model/htmlIds.ts';
import { escapeLink } from '../../links/escapeLink.ts';
import { checkHyperlink } from '../../links/hyperlink.ts';

const EMAIL = /^[^@\s:/?]+@[^@\s:/?]+\.[^@\s:/?]+$/;
const BARE_HOST = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#]|$)/u;

/**
 * Normalises a hyperlink as typed by users: bare hosts and `//host` get `https:`, bare email
 * addresses `mailto:`, spaces inside are escaped, like the characters of `escapeLink`, and anchors
 * are cleaned like HTML ids so that both still match. Returns null for invalid links, above all
 * `javascript:`, and '' for no link.
 */
export function hyperlinkFromLegacy(value: unknown): string | null {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return null;
  const typed = value.trim();
  if (typed.length > 4096) return null;
  if (typed.startsWith('#')) return anchorOf(typed.slice(1)) ?? (typed === '#' ? typed : null);
  if (typed === '' || checkHyperlink(typed) === null) return typed;
  const link = escapeLink(escaped(withProtocol(typed)));
  return checkHyperlink(link) === null ? link : null;
}

function withProtocol(typed: string): string {
  if (typed.startsWith('//')) return `https:${typed}`;
  if (EMAIL.test(typed)) return `mailto:${typed}`;
  return BARE_HOST.test(typed) ? `https://${typed}` : typed;
}

/**
 * Escapes spaces only: browsers remove tabs and line breaks from `java\tscript:`, so such links
 * must stay invalid.
 */
function escaped(link: string): string {
  return link.replace(/ /g, '%20');
}

function anchorOf(id: string): string | null {
  const link = `#${cleanHtmlId(decoded(id))}`;
  return link !== '#' && checkHyperlink(link) === null ? link : null;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
