/** Installs the packages of package-lock.json if that has not been done since it changed. */
import { runScript } from './lib/runScript.mjs';

runScript(async () => {
  const { setUp } = await import('./lib/setUp.mjs');
  await setUp({ build: false });
});
