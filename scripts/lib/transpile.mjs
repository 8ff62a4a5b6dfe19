import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { buildStyles } from './buildStyles.mjs';
import { rootFolder } from './paths.mjs';

const options = {
  // What tsconfig.base.json and the packages' own say.
  tsconfig: false,
  target: 'es2023',
  jsx: { runtime: 'automatic' },
  typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: true },
  sourcemap: true,
};

/**
 * Writes a package's JavaScript into its `dist`, file by file: what `tsc -b` writes, without a look
 * at types and in a hundredth of the time, by the same compiler that makes the web app. Tests and
 * declarations are left out: whoever starts Cobble needs neither.
 *
 * @param {Pick<typeof import('vite'), 'transformWithOxc' | 'preprocessCSS' | 'resolveConfig'>} vite
 * @param {string} name folder of the package
 * @throws what Vite says of a file that is no TypeScript
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
      const said = { ...map, sources: [relative(folder, source)], sourcesContent: undefined };
      await writeFile(`${target}.map`, JSON.stringify(said));
      const mapUrl = `${basename(target)}.map`;
      const compiled = code.replaceAll(/(?<=from '?"?)(\.[^'"]+\.module\.css)(?=['"])/g, '$1.js');
      await writeFile(target, `${compiled.trimEnd()}\n//# sourceMappingURL=${mapUrl}\n`);
    }),
  );
  await buildStyles(vite, name);
}
