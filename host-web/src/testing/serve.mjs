/**
 * Runs the real server for browser tests in a process of its own, so that host-web needs nothing of
 * it but its address: `node --import <register-tsx> --conditions=@cobble/source serve.mjs`, with
 * PORT, COBBLE_DATA and perhaps
 * TEST_DATABASE_URL in the environment. Prints `ready <url>`; stops on SIGTERM.
 */
import { fileURLToPath } from 'node:url';

const server = new URL('../../../host-server/src/', import.meta.url);
const { start } = await import(new URL('main.ts', server).href);
const { createTestDatabase, runCleanup } = await import(new URL('testing/index.ts', server).href);

// The second run of the suite is on a real Postgres: a database of this server's own there.
const database = process.env.TEST_DATABASE_URL ? await createTestDatabase() : null;

const running = await start({
  env: database ? { ...process.env, DATABASE_URL: database.url } : process.env,
  rootFolder: fileURLToPath(new URL('../../..', import.meta.url)),
  log: (line) => process.stderr.write(`${line}\n`),
});
process.once('SIGTERM', () => {
  void (async () => {
    await running.stop();
    await database?.drop();
    await runCleanup();
    process.exit(0);
  })();
});
process.stdout.write(`ready ${running.url}\n`);
