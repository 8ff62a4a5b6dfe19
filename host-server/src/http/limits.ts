import { ADDRESSES_PER_NETWORK } from '../shared/addressKeys.ts';

/** How many attempts one key has in a time window. */
export interface Limit {
  readonly points: number;
  readonly seconds: number;
}

const SIGN_IN_EMAILS_PER_IP = 30;
const SIGN_IN_EMAILS_PER_IP_WHEN_MANY = 3;

/** Every rate limit of the server. */
export const LIMITS = {
  /** All calls from one network address. */
  callsPerIp: { points: 1200, seconds: 60 },
  signInEmailsPerIp: { points: SIGN_IN_EMAILS_PER_IP, seconds: 600 },
  /** By IPv6 /48 network, of browsers that have not signed in with the email address before. */
  signInEmailsPerNetwork: { points: ADDRESSES_PER_NETWORK * SIGN_IN_EMAILS_PER_IP, seconds: 600 },
  /** By mailbox and requester. */
  signInEmailsPerRequester: { points: 5, seconds: 600 },
  /**
   * By mailbox. Browsers that have signed in with an email address are counted by that address, apart
   * from all others.
   */
  signInEmailsPerDay: { points: 50, seconds: 86_400 },
  /** Of all browsers that have not signed in with the email address before. */
  signInEmailsOfStrangers: { points: 1000, seconds: 600 },
  /** By network address, once {@link signInEmailsOfStrangers} are used up. */
  signInEmailsPerIpWhenMany: { points: SIGN_IN_EMAILS_PER_IP_WHEN_MANY, seconds: 600 },
  /** By IPv6 /48 network, likewise. */
  signInEmailsPerNetworkWhenMany: {
    points: ADDRESSES_PER_NETWORK * SIGN_IN_EMAILS_PER_IP_WHEN_MANY,
    seconds: 600,
  },
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
