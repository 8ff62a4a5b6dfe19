import { parseUrl } from '@cobble/engine';

/**
 * The address of the web that somebody means, with `https:` where they have left that out; null for
 * what is none, or has a name and password in it.
 */
export function readSiteAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const isHost = url.hostname === 'localhost' || /[^.]\.[^.]|^\[/.test(url.hostname);
  return isHost && url.username === '' && url.password === '' ? url.href : null;
}
