/**
 * Runs the real server for browser tests in a process of its own, so that host-web needs nothing of
 * it but its address: `node --import <register-tsx> --conditions=@cobble/source serve.mjs`, with
 * PORT and COBBLE_DATA in the environment. Prints `ready <url>`; stops on SIGTERM.
 */
import { fileURLToPath } from 'node:url';

const { start } = await import(new URL('../../../host-server/src/main.ts', import.meta.url).href);

const running = await start({
  env: process.env,
  rootFolder: fileURLToPath(new URL('../../..', import.meta.url)),
  log: (line) => process.stderr.write(`${line}\n`),
});
process.once('SIGTERM', () => {
  void running.stop().then(() => process.exit(0));
});
process.stdout.write(`ready ${running.url}\n`);
