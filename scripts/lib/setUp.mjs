import { ensureBuilt } from './build.mjs';
import { installGitHooks } from './gitHooks.mjs';
import { ensureInstalled } from './install.mjs';
import { withSetupLock } from './setupLock.mjs';

/**
 * Installs missing packages and, with `build`, builds stale ones.
 *
 * @param {{ build?: boolean, dev?: boolean }} [options] `dev`: for working on Cobble, also installs
 * development packages and Git hooks.
 */
export async function setUp({ build = true, dev = true } = {}) {
  await withSetupLock(async () => {
    await ensureInstalled({ dev });
    if (dev) installGitHooks();
    if (build) await ensureBuilt();
  });
}
