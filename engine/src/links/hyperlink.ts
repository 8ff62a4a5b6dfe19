import * as z from 'zod';
import { parseUrl } from './parseUrl.ts';

// Control characters and spaces are what browsers silently strip from a URL: "java\tscript:".
// eslint-disable-next-line no-control-regex -- refusing them is the point
const unsafe = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029"'<>\\^`{|}]/;

const MAX_LENGTH = 2048;
const EMAIL = /^mailto:[^@\s:/?]+@[^@\s:/?]+\.[^@\s:/?]+(?:\?.*)?$/i;
const PHONE = /^tel:\+?[\d().-]{2,32}$/i;

/** Why a hyperlink was refused. */
export type HyperlinkProblem =
  'hyperlink_required' | 'hyperlink_invalid' | 'hyperlink_missing_protocol';

/**
 * What is wrong with a hyperlink as typed, or null. Accepted: `#anchor`, `/path` (never `//host`),
 * `http(s)://host`, `mailto:` with an address, `tel:`. Everything else, `javascript:` and `data:`
 * above all, is refused [SA2]. It is also what may stand in a page.
 */
export function checkHyperlink(value: string): HyperlinkProblem | null {
  const link = value.trim();
  if (link === '') return 'hyperlink_required';
  if (/^[#/]/.test(link))
    return isPlain(link) && !link.startsWith('//') ? null : 'hyperlink_invalid';
  const protocol = /^([a-z][a-z\d+.-]*):/i.exec(link)?.[1];
  // "example.com:80" and "localhost:80" have a port, not a protocol.
  if (protocol === undefined || /^(?!tel:)[a-z\d.-]+:\d+(?:[/?#]|$)/i.test(link))
    return 'hyperlink_missing_protocol';
  return isPlain(link) && (webHostOf(link) !== null || EMAIL.test(link) || PHONE.test(link))
    ? null
    : 'hyperlink_invalid';
}

/**
 * Whether a text is a link to somewhere outside: `mailto:` with a valid e-mail, or a web address
 * whose host contains a dot.
 */
export function isOutsideLink(value: string): boolean {
  const link = value.trim();
  if (!isPlain(link)) return false;
  return EMAIL.test(link) || /[^.]\.[^.]/.test(webHostOf(link) ?? '');
}

/** Why the address of a new link button was refused. */
export type LinkButtonProblem = 'url_required' | 'invalid_url';

/**
 * What is wrong with the address of a new link button, or null: only http(s), mailto and tel are
 * accepted.
 */
export function checkLinkButtonUrl(value: string): LinkButtonProblem | null {
  const link = value.trim();
  if (link === '') return 'url_required';
  return isOutsideLink(link) || (isPlain(link) && PHONE.test(link)) ? null : 'invalid_url';
}

function isPlain(link: string): boolean {
  return link.length <= MAX_LENGTH && !unsafe.test(link);
}

/**
 * A web address whose host is letters, digits and hyphens between dots and ends in letters: no
 * number, no port, no user. Every parser of addresses takes it; names of `xn--` it looks into.
 */
const COMMON_HOST = /^https?:\/\/((?:(?!xn--)[a-z\d-]+\.)+(?!xn--)[a-z]{2,})(?=[/?#]|$)/i;

/** The host of a web address, or null of what is none, names a user, or has its protocol twice. */
function webHostOf(link: string): string | null {
  if (!/^https?:\/\/[^/]/i.test(link) || /^https?:\/\/[^/]*:\/\//i.test(link)) return null;
  // Nearly all are common ones, and to ask the parser twice costs a large page a tenth of its time.
  const common = COMMON_HOST.exec(link)?.[1];
  if (common !== undefined) return common.toLowerCase();
  const url = parseUrl(link);
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.hostname || null;
}

/** A hyperlink as it may stand in a page. */
export const hyperlinkSchema = z
  .string()
  .max(MAX_LENGTH)
  .refine((value) => checkHyperlink(value) === null, {
    message: 'must be a valid hyperlink',
    params: { code: 'page_invalid_hyperlink' },
  });
