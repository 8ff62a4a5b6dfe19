import type { Knex } from 'knex';

/** One step of the database's schema, forwards and backwards; each runs in its own transaction. */
export interface Migration {
  /** Sorts after earlier names and never changes: `0001_accounts`. */
  readonly name: string;
  /** Makes the change. */
  readonly up: (knex: Knex) => Promise<void>;
  /** Reverts the change. */
  readonly down: (knex: Knex) => Promise<void>;
}
