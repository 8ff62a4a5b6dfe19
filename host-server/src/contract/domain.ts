import { parseUrl } from '@cobble/engine';
import { parse } from 'tldts';
import { z } from 'zod';

/**
 * The first thing wrong with a domain that an author wants for a site, in a person's words, or
 * null.
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

/** What providers call the states of a domain. */
export const domainStatusSchema = z.enum([
  /** Proven, leads here, and served. */
  'active',
  /** Was served; there is no such name any more. */
  'cloudflare_deleted',
  /** Was served; it is someone else's, or leads elsewhere. */
  'cloudflare_moved',
  /** Proven, and leads elsewhere as yet. */
  'cloudflare_pending',
  /** Its proof has not been found yet. */
  'vercel_pending',
]);
export type DomainStatus = z.infer<typeof domainStatusSchema>;

/** A domain that an account wants for its site. */
export const domainSchema = z.object({
  domainName: z.string(),
  status: domainStatusSchema,
  /** ISO 8601. */
  createdAt: z.string(),
  siteID: z.number().int(),
  accountID: z.number().int(),
  /** Whether the site is at home there. */
  canonical: z.boolean(),
  /** What the name's DNS must have: the proof, and the way here (ALIAS, or an A record of it). */
  records: z.array(
    z.object({ type: z.enum(['TXT', 'ALIAS']), name: z.string(), value: z.string() }),
  ),
});
export type Domain = z.infer<typeof domainSchema>;
