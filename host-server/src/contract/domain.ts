import { parseUrl } from '@cobble/engine';
import { parse } from 'tldts';

/**
 * The first thing wrong with a domain that an author wants for a site, in a person's words, or null
 * (accounts-sites-community.md section 5, word for word).
 *
 * @param name as typed; its case does not matter.
 * @param exampleHost what the words give as an example.
 */
export function checkDomainName(name: string, exampleHost = 'example.com'): string | null {
  const typed = name.trim().toLowerCase();
  if (/^https?:/.test(typed)) return "You don't need to include http(s) at the beginning";
  if (typed.startsWith('www.')) return "You don't need to include www. at the beginning";
  return readDomainName(typed) === null ? `Must be a valid domain name like ${exampleHost}` : null;
}

/**
 * A domain as the database and a Host header have it: in lower case and in ASCII, without a dot at
 * its end; null for what is no name that can be bought: addresses, single words, `co.uk`.
 */
export function readDomainName(name: string): string | null {
  const typed = name.trim().toLowerCase();
  const url = /^[^\s/?#@:\\%[\]]{1,253}$/u.test(typed) ? parseUrl(`http://${typed}`) : null;
  if (url === null) return null;
  const host = url.hostname.replace(/\.$/, '');
  const { domain, isIp, isIcann } = parse(host, { validateHostname: true });
  const isName = host.length <= 253 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host);
  return isName && domain !== null && isIp === false && isIcann === true ? host : null;
}
