/**
 * How many addresses an IPv6 /48 counts as, at most: one customer may have all of it, or a mobile
 * network may give each phone a /64 of it (docs/decisions/0178).
 */
export const ADDRESSES_PER_NETWORK = 8;

/**
 * The key of a network address. For IPv6 it is the first 64 bits, because one household has all
 * addresses that share them.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  if (tail !== undefined) while (groups.length + rest.length < 8) groups.push('0');
  return [...groups, ...rest].slice(0, 4).join(':');
}

/**
 * The /48 network of an IPv6 address, as a key; null for other addresses.
 *
 * @param address a result of {@link addressKey}.
 */
export function networkKey(address: string): string | null {
  return address.includes(':') ? address.split(':').slice(0, 3).join(':') : null;
}
