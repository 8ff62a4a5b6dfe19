import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BUNDLED_FONTS, fontFaces } from '@cobble/engine';

const require = createRequire(import.meta.url);

/**
 * Where the files of the families that come with the product lie, by the name that pages load them
 * under (`fontFaces`). They come with the installed @fontsource packages.
 */
export function findFontFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const font of BUNDLED_FONTS) {
    const folder = join(dirname(require.resolve(`@fontsource/${font.id}/package.json`)), 'files');
    for (const { fileName } of fontFaces(font)) files.set(fileName, join(folder, fileName));
  }
  return files;
}
