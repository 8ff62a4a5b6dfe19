import { FONTS } from '@cobble/engine/fonts';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readIfExists } from './files.ts';

/**
 * Returns a function that finds font files in a folder, or in the `@fontsource` packages installed
 * next to this package or in the working directory.
 */
export function makeFindFont(
  folder: string | undefined,
  cwd: string,
): (fileName: string) => Promise<Uint8Array | null> {
  const requires = [join(cwd, 'x.js'), import.meta.url].map((from) => createRequire(from));
  return async (fileName) => {
    const inFolder = folder === undefined ? null : await readIfExists(join(folder, fileName));
    if (inFolder !== null) return inFolder;
    const font = FONTS.filter(({ id }) => fileName.startsWith(`${id}-`)).sort(
      (a, b) => b.id.length - a.id.length,
    )[0];
    if (font === undefined) return null;
    for (const require of requires) {
      const packageFolder = packageFolderOf(require, font.id);
      const found =
        packageFolder === null ? null : await readIfExists(join(packageFolder, 'files', fileName));
      if (found !== null) return found;
    }
    return null;
  };
}

function packageFolderOf(require: NodeJS.Require, id: string): string | null {
  try {
    return dirname(require.resolve(`@fontsource/${id}/package.json`));
  } catch {
    return null;
  }
}
