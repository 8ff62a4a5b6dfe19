/** `node scripts/install-services.mjs`: installs Redis and nginx if they are missing, for tests of several servers. */
import { runScript } from './lib/runScript.mjs';

runScript(async () => {
  const { ensureClusterPrograms } = await import('./lib/clusterPrograms.mjs');
  await ensureClusterPrograms(process.env);
});
