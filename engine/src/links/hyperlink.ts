import { z } from 'zod';

// Control characters and spaces are what browsers silently strip from a URL: "java\tscript:".
// eslint-disable-next-line no-control-regex -- refusing them is the point
const unsafe = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029"'<>\\^`{|}]/;

/** Why a hyperlink was refused. */
export type HyperlinkProblem = 'hyperlink_invalid' | 'hyperlink_missing_protocol';

/**
 * What is wrong with a hyperlink as typed, or null. Accepted: `#anchor`, `/path` (never `//host`),
 * `http(s)://host.tld`, `mailto:` with an address, `tel:`. Everything else, `javascript:` and
 * `data:` above all, is refused (editing-canvas.md section 5; security.md row 19).
 */
export function checkHyperlink(value: string): HyperlinkProblem | null {
  const link = value.trim();
  if (link === '' || link.length > 2048 || unsafe.test(link)) return 'hyperlink_invalid';
  if (link.startsWith('#')) return null;
  if (link.startsWith('/')) return link.startsWith('//') ? 'hyperlink_invalid' : null;
  const protocol = /^([a-z][a-z\d+.-]*):/i.exec(link)?.[1]?.toLowerCase();
  if (protocol === undefined || (protocol.includes('.') && !link.includes('://')))
    return 'hyperlink_missing_protocol';
  if (protocol === 'mailto')
    return /^mailto:[^@\s:/?]+@[^@\s:/?]+\.[^@\s:/?]+(?:\?.*)?$/i.test(link)
      ? null
      : 'hyperlink_invalid';
  if (protocol === 'tel') return /^tel:\+?[\d().-]{2,32}$/i.test(link) ? null : 'hyperlink_invalid';
  if (protocol !== 'http' && protocol !== 'https') return 'hyperlink_invalid';
  return webUrl(link) ? null : 'hyperlink_invalid';
}

function webUrl(link: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(link) || !URL.canParse(link)) return false;
  const url = new URL(link);
  return (
    (url.hostname.includes('.') || url.hostname === 'localhost') &&
    url.username === '' &&
    url.password === ''
  );
}

/** A hyperlink as it may stand in a page. */
export const hyperlinkSchema = z
  .string()
  .max(2048)
  .refine((value) => checkHyperlink(value) === null, {
    message: 'must be a valid hyperlink',
    params: { code: 'page_invalid_hyperlink' },
  });
