/**
 * Runs the real server in its own process for browser tests, so that host-web depends only on its
 * address: `node --import <register-tsx> --conditions=@cobble/source serve.mjs`, with PORT,
 * COBBLE_DATA and optionally TEST_DATABASE_URL in the environment. With COBBLE_TEST_BUILT=1, which
 * `npm test` sets after building, it runs the built server, and plain `node serve.mjs` is enough.
 * COBBLE_TEST_ROOT replaces the folder whose `host-web/dist` it serves. Prints `ready <url>`; stops on
 * SIGTERM.
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

// With a real Postgres, each server has its own database.
const database = process.env.TEST_DATABASE_URL ? await createTestDatabase() : null;

if (database === null) await copyCluster(join(process.env.COBBLE_DATA ?? '', 'postgres'));

const running = await start({
  env: database ? { ...process.env, DATABASE_URL: database.url } : process.env,
  rootFolder: process.env.COBBLE_TEST_ROOT ?? fileURLToPath(new URL('../../..', import.meta.url)),
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
