import { parseUrl } from '@cobble/engine';
import { parse } from 'tldts';
import { z } from 'zod';

/**
 * Checks a custom domain; null when it is valid, else a message for the user.
 *
 * @param name as typed, upper or lower case.
 * @param exampleHost the example in the message.
 */
export function checkDomainName(name: string, exampleHost = 'example.com'): string | null {
  const typed = name.trim().toLowerCase();
  if (/^https?:/.test(typed)) return "You don't need to include http(s) at the beginning";
  if (typed.startsWith('www.')) return "You don't need to include www. at the beginning";
  return readDomainName(typed) === null ? `Must be a valid domain name like ${exampleHost}` : null;
}

/**
 * Normalises a domain to its form in the database and in a Host header: lower case, ASCII, no
 * trailing dot. Null for names that nobody can register: IP addresses, single labels, `co.uk`.
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

/** The status of a domain. */
export const domainStatusSchema = z.enum([
  /** Verified, resolves to this server, and served. */
  'active',
  /** Was served; the name no longer exists. */
  'cloudflare_deleted',
  /** Was served; another account verified it, its TXT record is gone, or it resolves elsewhere. */
  'cloudflare_moved',
  /** Verified, but resolves elsewhere or not at all. */
  'cloudflare_pending',
  /** Not verified yet. */
  'vercel_pending',
]);
export type DomainStatus = z.infer<typeof domainStatusSchema>;

/** An account's claim to a domain for its site. */
export const domainSchema = z.object({
  domainName: z.string(),
  status: domainStatusSchema,
  /** ISO 8601. */
  createdAt: z.string(),
  siteID: z.number().int(),
  accountID: z.number().int(),
  /** Whether this is the site's canonical domain. */
  canonical: z.boolean(),
  /**
   * The DNS records that the name needs: a TXT record that verifies it, and an ALIAS (or an A
   * record) to this server.
   */
  records: z.array(
    z.object({ type: z.enum(['TXT', 'ALIAS']), name: z.string(), value: z.string() }),
  ),
});
export type Domain = z.infer<typeof domainSchema>;
