import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';

/** A secret of the server by name: 32 random bytes, made when first asked for, the same ever after. */
export async function serverSecret(knex: Knex, name: string, now: Date): Promise<Buffer> {
  await knex('server_secrets')
    .insert({ name, value: randomBytes(32), created_at: now })
    .onConflict('name')
    .ignore();
  const [row] = await knex('server_secrets').where({ name }).select<{ value: Buffer }[]>('value');
  if (row === undefined) throw new Error('A secret has gone');
  return row.value;
}
