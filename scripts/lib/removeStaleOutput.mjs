import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes compiled files whose source was renamed or removed, which tsc leaves behind, and the
 * folders that become empty.
 *
 * @param {string} from folder of the sources
 * @param {string} to folder of the compiled files; nothing happens if it does not exist
 * @param {readonly string[]} keep paths in `to` of files without a source of their own
 */
export async function removeStaleOutput(from, to, keep) {
  const sources = new Set(await readdir(from, { recursive: true }));
  const isCurrent = (path) => {
    // `a.js`, `a.d.ts` and their source maps come from `a.ts` or `a.tsx`; `a.css.js` from `a.css`.
    const name = path.replace(/\.map$/, '').replace(/\.(js|d\.ts)$/, '');
    return ['', '.ts', '.tsx'].some((suffix) => sources.has(`${name}${suffix}`));
  };
  const clear = async (folder) => {
    const entries = await readdir(join(to, folder), { withFileTypes: true });
    let left = entries.length;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if ((await clear(path)) > 0) continue;
        await rmdir(join(to, path));
      } else {
        if (keep.includes(path) || isCurrent(path)) continue;
        await rm(join(to, path));
      }
      left -= 1;
    }
    return left;
  };
  try {
    await clear('');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
