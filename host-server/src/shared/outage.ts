/** How long visitors, and a restart, wait for the database before cached copies are served, ms. */
export const DATABASE_WAIT_MS = 1500;

/** The greatest age of a cached copy that is served while the database is down, ms. */
export const MAX_STALE_MS = 24 * 3_600_000;
