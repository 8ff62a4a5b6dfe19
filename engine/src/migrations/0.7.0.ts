import type { Migration } from './Migration.ts';

/** Changes nothing. */
export const markAsCurrent: Migration = { version: '0.7.0' };
