import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rootFolder } from './paths.mjs';

/** The stylesheet that the others are appended to. */
const ENTRY = join('editor', 'design', 'index.css');
/** Path of the resulting stylesheet in a package's `dist`. */
export const STYLES_OUTPUT = join('editor', 'editor.css');

/**
 * Compiles a package's CSS modules, so that it can be used without a bundler that supports them:
 * each becomes a JavaScript file with its class names, and all rules end up in one stylesheet. Does
 * nothing for packages without styles.
 *
 * @param {Pick<typeof import('vite'), 'preprocessCSS' | 'resolveConfig'>} vite
 * @param {string} name folder of the package
 */
export async function buildStyles(vite, name) {
  const from = join(rootFolder, name, 'src');
  const to = join(rootFolder, name, 'dist');
  if (!existsSync(join(from, ENTRY))) return;
  const config = await vite.resolveConfig(
    {
      configFile: false,
      root: join(rootFolder, name),
      logLevel: 'warn',
      css: { modules: { generateScopedName: 'cobble-[name]-[local]-[hash:base64:5]' } },
    },
    'build',
  );
  const compile = async (path) => {
    const file = join(from, path);
    return vite.preprocessCSS(await readFile(file, 'utf8'), file, config);
  };
  const modules = (await readdir(from, { recursive: true }))
    .filter((path) => path.endsWith('.module.css'))
    .sort();
  const sheets = [(await compile(ENTRY)).code];
  for (const path of modules) {
    const { code, modules: classes } = await compile(path);
    sheets.push(code);
    const target = join(to, `${path}.js`);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, `export default ${JSON.stringify(classes)};\n`);
  }
  await writeFile(join(to, STYLES_OUTPUT), sheets.join('\n'));
}
