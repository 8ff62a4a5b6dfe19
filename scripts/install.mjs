/**
 * Installs the packages of package-lock.json, unless it is unchanged since the last install, and
 * the Git hooks.
 */
import { runScript } from './lib/runScript.mjs';

runScript(async () => {
  const { setUp } = await import('./lib/setUp.mjs');
  await setUp({ build: false });
});
