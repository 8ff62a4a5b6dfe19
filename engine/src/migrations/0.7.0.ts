import type { Migration } from './Migration.ts';

/** Changes nothing. */
export const keepAsItIs: Migration = { version: '0.7.0' };
