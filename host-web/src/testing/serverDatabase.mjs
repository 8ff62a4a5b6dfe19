/**
 * A database for a server that a script starts, so that the script can write to it, too. The server
 * gets it as DATABASE_URL.
 */
const { createTestDatabase, runCleanup } = await import(
  new URL('../../../host-server/src/testing/index.ts', import.meta.url).href
);

/** @returns {Promise<import('./serverDatabase.mjs').ServerDatabase>} */
export async function createServerDatabase() {
  const { knex, url, drop } = await createTestDatabase();
  return {
    url,
    async admit(pageId, usernames) {
      const accounts = await knex('accounts').whereIn('username', [...usernames]);
      const roles = accounts.map(({ id }) => ({ page_id: pageId, account_id: id, role: 'editor' }));
      await knex('page_roles').insert(roles);
    },
    async remove() {
      // The database server does not keep the process running, not even until it has stopped.
      const waiting = setInterval(() => undefined, 1000);
      await drop();
      await runCleanup();
      clearInterval(waiting);
    },
  };
}
