/**
 * `npm start`: installs what is missing of what it takes to run, builds what is stale, and runs the server in this process.
 */
import { runScript } from './lib/runScript.mjs';

runScript(async () => {
  if (!process.env.NODE_ENV) process.env.NODE_ENV = 'production';
  const { setUp } = await import('./lib/setUp.mjs');
  const { rootFolder } = await import('./lib/paths.mjs');
  await setUp({ dev: false });
  const { main } = await import('../host-server/dist/main.js');
  await main({ env: process.env, rootFolder, log: (line) => console.log(line) });
});
