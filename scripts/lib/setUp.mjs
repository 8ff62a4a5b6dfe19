import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { withSetupLock } from './setupLock.mjs';

/** Installs what is missing and, if asked to, builds what is stale. */
export async function setUp({ build = true } = {}) {
  await withSetupLock(async () => {
    await ensureInstalled();
    if (build) await ensureBuilt();
  });
}
