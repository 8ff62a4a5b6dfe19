/**
 * Runs the real server for browser tests in a process of its own, so that host-web needs nothing of
 * it but its address: `node --import <register-tsx> --conditions=@cobble/source serve.mjs`, with
 * PORT, COBBLE_DATA and perhaps
 * TEST_DATABASE_URL in the environment. Where COBBLE_TEST_BUILT is 1, as `npm test` says when it has
 * just built the server, that is what runs, and plain `node serve.mjs` is enough. Prints
 * `ready <url>`; stops on SIGTERM.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const isBuilt = process.env.COBBLE_TEST_BUILT === '1';
const server = (path) =>
  import(
    new URL(
      isBuilt ? `../../../host-server/dist/${path}.js` : `../../../host-server/src/${path}.ts`,
      import.meta.url,
    ).href
  );
const { start } = await server('main');
const { createTestDatabase, copyCluster, runCleanup } = await server('testing/index');

// The second run of the suite is on a real Postgres: a database of this server's own there.
const database = process.env.TEST_DATABASE_URL ? await createTestDatabase() : null;

if (database === null) await copyCluster(join(process.env.COBBLE_DATA ?? '', 'postgres'));

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
