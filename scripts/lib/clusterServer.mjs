/** Runs one of the servers of `scripts/cluster.mjs`, with the settings in the environment. */
import { main } from '../../host-server/dist/main.js';

await main({
  env: process.env,
  rootFolder: process.env['COBBLE_ROOT'],
  log: (line) => console.log(line),
});
