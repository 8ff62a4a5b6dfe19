/** `npm start`: installs and builds what is missing or out of date, and runs the server. */
import { runScript } from './lib/runScript.mjs';

runScript(async () => {
  if (!process.env.NODE_ENV) process.env.NODE_ENV = 'production';
  const { setUp } = await import('./lib/setUp.mjs');
  const { rootFolder } = await import('./lib/paths.mjs');
  await setUp({ dev: false });
  const { main } = await import('../host-server/dist/main.js');
  await main({ env: process.env, rootFolder, log: (line) => console.log(line) });
});
