import { parseUrl } from './parseUrl.ts';

/** A parsed web address that leads where it appears to lead. */
export interface WebAddress {
  /** The lower-case host without `www.`, `m.` or `mobile.`, to recognise the site. */
  readonly host: string;
  /** The complete lower-case host. */
  readonly hostname: string;
  /** The segments of the path, without empty ones. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

// Everything else is stripped, reordered or decoded by browsers, and can lead to a host other than
// the visible one.
const PRINTABLE = /^[\u0021-\u007e]+$/;
const HOST = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/?#]|$)/i;
const MAX_LENGTH = 2048;

/**
 * Parses a pasted URL in order to recognise its site. Accepts only unambiguous URLs: `http(s)` with
 * exactly two slashes, a host of ASCII letters, digits and hyphens (no user, port or escapes), and
 * no spaces, tabs or backslashes. Surrounding spaces are ignored.
 */
export function readWebAddress(value: string): WebAddress | null {
  const address = value.length > MAX_LENGTH * 2 ? '' : value.trim();
  if (address.length > MAX_LENGTH || !PRINTABLE.test(address) || address.includes('\\'))
    return null;
  const hostname = HOST.exec(address)?.[1]?.toLowerCase();
  const url = hostname === undefined ? null : parseUrl(address);
  if (hostname === undefined || url?.hostname !== hostname) return null;
  return {
    hostname,
    host: hostname.replace(/^(?:www|m|mobile)\.(?=[^.]+\.)/, ''),
    path: url.pathname.split('/').filter(Boolean),
    query: url.searchParams,
  };
}
