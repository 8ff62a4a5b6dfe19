import type { Addresses } from '../http/addresses.ts';

/**
 * The name under which a cookie of the app's host is sent. `__Host-` binds it to this host and
 * requires TLS.
 */
export function hostCookieName(addresses: Addresses, name: string): string {
  return addresses.isSecure ? `__Host-${name}` : name;
}

/** The attributes of every cookie here: without Domain, so that no other host receives it. */
export function hostCookieAttributes(addresses: Addresses) {
  return { httpOnly: true, secure: addresses.isSecure, sameSite: 'lax', path: '/' } as const;
}

/**
 * The tokens that a Cookie header has under a name, at most four. Over plain http, a page on
 * another subdomain may have added some.
 */
export function cookieTokens(
  header: string | undefined,
  addresses: Addresses,
  name: string,
): readonly string[] {
  const start = `${hostCookieName(addresses, name)}=`;
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length))
    .filter((value) => /^[\w-]{43}$/.test(value));
  return [...new Set(values)].slice(0, 4);
}
