/** How many attempts one key has in a time window. */
export interface Limit {
  readonly points: number;
  readonly seconds: number;
}

/** Every rate limit of the server. */
export const LIMITS = {
  /** All calls from one network address. */
  callsPerIp: { points: 1200, seconds: 60 },
  signInEmailsPerIp: { points: 30, seconds: 600 },
  /** By email address and requester. */
  signInEmailsPerRequester: { points: 5, seconds: 600 },
  /** By email address; browsers that have signed in with it are counted apart from all others. */
  signInEmailsPerDay: { points: 50, seconds: 86_400 },
  linkVerificationsPerIp: { points: 30, seconds: 600 },
  existenceChecksPerIp: { points: 90, seconds: 60 },
  newAccountsPerIp: { points: 30, seconds: 600 },
  pageWritesPerAccount: { points: 120, seconds: 60 },
  /** By network address and page. */
  pagePasswordsPerIp: { points: 20, seconds: 600 },
  /** By page, against guesses from many addresses. */
  pagePasswordsPerPage: { points: 500, seconds: 600 },
  codePreviewsPerAccount: { points: 120, seconds: 60 },
  /** Connections to rooms: a tab that loses its network connects again and again. */
  roomConnectionsPerAccount: { points: 300, seconds: 60 },
  domainChecksPerAccount: { points: 30, seconds: 600 },
  embedThumbnailsPerIp: { points: 120, seconds: 60 },
  embedThumbnailsPerAccount: { points: 60, seconds: 60 },
  uploadsPerAccount: { points: 60, seconds: 60 },
  archivesPerAccount: { points: 10, seconds: 600 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/** Counts an attempt; throws err_rate_limited when there were too many. */
export type Consume = (name: LimitName, key: string) => Promise<void>;

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
