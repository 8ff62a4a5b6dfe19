import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { FONTS } from '@cobble/engine';

const require = createRequire(import.meta.url);
const SUBSETS = ['latin', 'latin-ext'];

/**
 * Where the files of the engine's catalogue lie, by the name that pages load them under:
 * `{id}-{subset}-{weight}-{style}.woff2`. They come with the installed @fontsource packages.
 */
export function findFontFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const font of FONTS) {
    const folder = join(dirname(require.resolve(`@fontsource/${font.id}/package.json`)), 'files');
    for (const style of font.italic ? ['normal', 'italic'] : ['normal'])
      for (const weight of font.weights)
        for (const subset of SUBSETS) {
          const name = `${font.id}-${subset}-${String(weight)}-${style}.woff2`;
          files.set(name, join(folder, name));
        }
  }
  return files;
}
