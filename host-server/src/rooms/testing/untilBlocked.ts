import type { Knex } from 'knex';

/** Waits until a statement waits for a lock in this database. */
export async function untilBlocked(knex: Knex): Promise<void> {
  for (;;) {
    const { rows } = await knex.raw<{ rows: unknown[] }>(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}
