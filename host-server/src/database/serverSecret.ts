import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';

/** Returns a secret of the server by name: 32 random bytes, created when first used and stored. */
export async function serverSecret(knex: Knex, name: string, now: Date): Promise<Buffer> {
  await knex('server_secrets')
    .insert({ name, value: randomBytes(32), created_at: now })
    .onConflict('name')
    .ignore();
  const [row] = await knex('server_secrets').where({ name }).select<{ value: Buffer }[]>('value');
  if (row === undefined) throw new Error('A secret is missing');
  return row.value;
}
