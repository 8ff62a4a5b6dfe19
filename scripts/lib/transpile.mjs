import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { buildStyles, STYLES_OUTPUT } from './buildStyles.mjs';
import { rootFolder } from './paths.mjs';
import { removeStaleOutput } from './removeStaleOutput.mjs';

const options = {
  // The settings of tsconfig.base.json and of the packages.
  tsconfig: false,
  target: 'es2023',
  jsx: { runtime: 'automatic' },
  typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: true },
  sourcemap: true,
};

/**
 * Writes a package's JavaScript into its `dist`, file by file: the output of `tsc -b` without type
 * checks, declarations and tests, in a hundredth of the time, with the compiler of the web app.
 * Removes earlier output whose source no longer exists, so that packages do not contain it.
 *
 * @param {Pick<typeof import('vite'), 'transformWithOxc' | 'preprocessCSS' | 'resolveConfig'>} vite
 * @param {string} name the package's folder
 * @throws Vite's error if a file is not valid TypeScript
 */
export async function transpilePackage(vite, name) {
  const { transformWithOxc } = vite;
  const from = join(rootFolder, name, 'src');
  const sources = (await readdir(from, { recursive: true })).filter((path) =>
    /(?<!\.d|\.test)\.tsx?$/.test(path),
  );
  await Promise.all(
    sources.map(async (path) => {
      const source = join(from, path);
      const target = join(rootFolder, name, 'dist', path.replace(/\.tsx?$/, '.js'));
      const { code, map } = await transformWithOxc(await readFile(source, 'utf8'), source, options);
      const folder = dirname(target);
      await mkdir(folder, { recursive: true });
      const sourceMap = { ...map, sources: [relative(folder, source)], sourcesContent: undefined };
      await writeFile(`${target}.map`, JSON.stringify(sourceMap));
      const mapUrl = `${basename(target)}.map`;
      const compiled = code.replaceAll(/(?<=from '?"?)(\.[^'"]+\.module\.css)(?=['"])/g, '$1.js');
      await writeFile(target, `${compiled.trimEnd()}\n//# sourceMappingURL=${mapUrl}\n`);
    }),
  );
  await buildStyles(vite, name);
  await removeStaleOutput(from, join(rootFolder, name, 'dist'), ['.tsbuildinfo', STYLES_OUTPUT]);
}
