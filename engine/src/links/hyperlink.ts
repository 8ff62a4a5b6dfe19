import * as z from 'zod';
import { parseUrl } from './parseUrl.ts';

// Browsers silently remove tabs and line breaks from a URL, as in "java\tscript:", and control
// characters and spaces from its ends.
// eslint-disable-next-line no-control-regex -- rejecting them is the point
const unsafe = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029"'<>\\^`{|}]/;

const MAX_LENGTH = 2048;
const EMAIL = /^mailto:[^@\s:/?]+@[^@\s:/?]+\.[^@\s:/?]+(?:\?.*)?$/i;
const PHONE = /^tel:\+?[\d().-]{2,32}$/i;

/** Why a hyperlink is rejected. */
export type HyperlinkProblem =
  'hyperlink_required' | 'hyperlink_invalid' | 'hyperlink_missing_protocol';

/**
 * Validates a hyperlink, as typed or as stored in a page. Accepts `#anchor`, `/path` (never
 * `//host`), `http(s)://host`, `mailto:` with an address, and `tel:`. Rejects everything else,
 * above all `javascript:` and `data:` [SA2].
 *
 * @returns what is wrong, or null
 */
export function checkHyperlink(value: string): HyperlinkProblem | null {
  const given: unknown = value;
  if (typeof given !== 'string') return 'hyperlink_invalid';
  const link = given.trim();
  if (link === '') return 'hyperlink_required';
  if (/^[#/]/.test(link))
    return isSafe(link) && !link.startsWith('//') ? null : 'hyperlink_invalid';
  const protocol = /^([a-z][a-z\d+.-]*):/i.exec(link)?.[1];
  // "example.com:80" and "localhost:80" have a port, not a protocol.
  if (protocol === undefined || /^(?!tel:)[a-z\d.-]+:\d+(?:[/?#]|$)/i.test(link))
    return 'hyperlink_missing_protocol';
  return isSafe(link) && (webHostOf(link) !== null || EMAIL.test(link) || PHONE.test(link))
    ? null
    : 'hyperlink_invalid';
}

/**
 * Whether a text is a link to another site or an email address: `mailto:` with a valid address, or
 * a web address whose host contains a dot.
 */
export function isExternalLink(value: string): boolean {
  const link = value.trim();
  if (!isSafe(link)) return false;
  return EMAIL.test(link) || /[^.]\.[^.]/.test(webHostOf(link) ?? '');
}

/**
 * Whether a link leads to a page, which can open in a new tab. `mailto:` and `tel:` open an app
 * instead, and a new tab for them would stay empty.
 */
export function leadsToPage(link: string): boolean {
  return !/^\s*(?:mailto|tel):/i.test(link);
}

/** Why the address of a new link button is rejected. */
export type LinkButtonProblem = 'url_required' | 'invalid_url';

/**
 * Validates the address of a new link button; only external links (see {@link isExternalLink}) and
 * `tel:` are accepted.
 *
 * @returns what is wrong, or null
 */
export function checkLinkButtonUrl(value: string): LinkButtonProblem | null {
  const link = value.trim();
  if (link === '') return 'url_required';
  return isExternalLink(link) || (isSafe(link) && PHONE.test(link)) ? null : 'invalid_url';
}

function isSafe(link: string): boolean {
  return link.length <= MAX_LENGTH && !unsafe.test(link);
}

/**
 * A fast path for hosts made of letters, digits and hyphens that end in letters, without port or
 * user: every URL parser accepts them. Hosts with `xn--` are left to the parser, which validates
 * them.
 */
const COMMON_HOST = /^https?:\/\/((?:(?!xn--)[a-z\d-]+\.)+(?!xn--)[a-z]{2,})(?=[/?#]|$)/i;

/** The host of a web address; null if it is invalid, contains a user, or repeats its protocol. */
function webHostOf(link: string): string | null {
  if (!/^https?:\/\/[^/]/i.test(link) || /^https?:\/\/[^/]*:\/\//i.test(link)) return null;
  // Parsing the URL of every link would take a tenth of the time of parsing a large page.
  const common = COMMON_HOST.exec(link)?.[1];
  if (common !== undefined) return common.toLowerCase();
  const url = parseUrl(link);
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.hostname || null;
}

/** Schema for a hyperlink in a page. */
export const hyperlinkSchema = z
  .string()
  .max(MAX_LENGTH)
  .refine((value) => checkHyperlink(value) === null, {
    message: 'must be a valid hyperlink',
    params: { code: 'page_invalid_hyperlink' },
  });
