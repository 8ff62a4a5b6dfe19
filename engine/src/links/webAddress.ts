import { parseUrl } from './parseUrl.ts';

/** A web address taken apart, once nothing in it can lead elsewhere than it looks. */
export interface WebAddress {
  /** Lower case, without `www.`, `m.` or `mobile.` before it: whose the address is. */
  readonly host: string;
  /** The whole of it, lower case: where it leads. */
  readonly hostname: string;
  /** The parts of the path, none of them empty. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

// What browsers strip, turn round or decode on their way to another host than the eye reads.
const PRINTABLE = /^[\u0021-\u007e]+$/;
const HOST = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:[/?#]|$)/i;
const MAX_LENGTH = 2048;

/**
 * Reads an address that a person pasted, for recognising whose it is. Only what is plain passes:
 * `http(s)` with exactly two slashes, a host of letters, digits and hyphens (no user, no port, no
 * escapes, no letters that only look like Latin ones), no spaces, tabs or backslashes inside.
 * Spaces around it are cut off.
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
