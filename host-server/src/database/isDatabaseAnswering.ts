import type { Knex } from 'knex';

/** Whether the database responds within two seconds. */
export async function isDatabaseAnswering(knex: Knex): Promise<boolean> {
  try {
    await knex.raw('SELECT 1').timeout(2000);
    return true;
  } catch {
    return false;
  }
}
