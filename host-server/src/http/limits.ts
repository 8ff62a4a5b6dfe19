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
