/**
 * `prepack` of the published packages: builds them, so that a tarball never contains an old `dist`.
 * Writes to stderr only, because `npm pack --json` writes its result to stdout.
 */
import { runScript } from './lib/runScript.mjs';

console.log = console.error;

runScript(async () => {
  const { withSetupLock } = await import('./lib/setupLock.mjs');
  const { buildLibraries } = await import('./lib/build.mjs');
  await withSetupLock(buildLibraries);
});
