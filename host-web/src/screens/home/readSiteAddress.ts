import { parseUrl } from '@cobble/engine';

/**
 * Parses a web address as typed, with `https:` if it has no protocol. Returns null if it is
 * invalid, has a protocol other than `http:` or `https:`, contains a username or password, or has a
 * host without a dot that is neither `localhost` nor an IPv6 address.
 */
export function readSiteAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const isHost = url.hostname === 'localhost' || /[^.]\.[^.]|^\[/.test(url.hostname);
  return isHost && url.username === '' && url.password === '' ? url.href : null;
}
