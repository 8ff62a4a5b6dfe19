import type { Knex } from 'knex';

/** The id of the sandbox's page; null if it was never opened. */
export async function findSandboxId(knex: Knex): Promise<number | null> {
  const [row] = await knex('pages').where({ is_sandbox: true }).select<{ id: number }[]>('id');
  return row?.id ?? null;
}

/** Makes a page the sandbox. */
export async function markSandbox(knex: Knex, pageId: number): Promise<void> {
  await knex('pages').where({ id: pageId }).update({ is_sandbox: true });
}
