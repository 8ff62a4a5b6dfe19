import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { withSetupLock } from './setupLock.mjs';

/**
 * Installs what is missing and, if asked to, builds what is stale.
 *
 * @param {{ build?: boolean, dev?: boolean }} [options] dev: whether what only the work on Cobble
 * needs is installed too.
 */
export async function setUp({ build = true, dev = true } = {}) {
  await withSetupLock(async () => {
    await ensureInstalled({ dev });
    if (build) await ensureBuilt();
  });
}
