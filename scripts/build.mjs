/** `npm run build`: builds all packages and the web app, even if they are up to date. */
import { runScript } from './lib/runScript.mjs';

runScript(async () => {
  const { withSetupLock } = await import('./lib/setupLock.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  const { ensureBuilt } = await import('./lib/build.mjs');
  await withSetupLock(async () => {
    await ensureInstalled();
    await ensureBuilt({ force: true });
  });
});
