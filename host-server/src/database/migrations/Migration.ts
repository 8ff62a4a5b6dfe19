import type { Knex } from 'knex';

/**
 * A change to the database's schema, and how to revert it. All pending migrations run in one
 * transaction.
 */
export interface Migration {
  /** Sorts after earlier names and never changes: `0001_accounts`. */
  readonly name: string;
  /** Makes the change. */
  readonly up: (knex: Knex) => Promise<void>;
  /** Reverts the change. */
  readonly down: (knex: Knex) => Promise<void>;
}
