import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rootFolder } from './paths.mjs';

/** The stylesheet that the others are appended to. */
const ENTRY = join('editor', 'design', 'index.css');
/** The modules whose imports decide the order of the other stylesheets. */
const ROOTS = [join('editor', 'index.ts'), join('editor', 'ui', 'index.ts')];
/** Path of the resulting stylesheet in a package's `dist`. */
export const STYLES_OUTPUT = join('editor', 'editor.css');

/**
 * Compiles a package's CSS modules, so that it can be used without a bundler that supports them:
 * each becomes a JavaScript file with its class names, and all rules end up in one stylesheet, in
 * the order in which a bundler would load them. Does nothing for packages without styles.
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
  const all = await readdir(from, { recursive: true });
  const modules = orderStyles(
    from,
    ROOTS,
    all.filter((path) => path.endsWith('.module.css')).sort(),
  );
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

const STATIC_IMPORT = /^(?:import|export)\s+(?!type\s)(?:[\w$*{}\s,]+\sfrom\s+)?'(\.[^']+)'/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*'(\.[^']+)'\s*\)/g;

/**
 * Sorts CSS modules in the order that their rules have in a bundle: a component's after those of
 * the components that it imports, so that the class names that it passes to them win. What is
 * loaded later comes after the rest, and what nothing imports comes at the end.
 *
 * @param {string} from the folder of the sources
 * @param {readonly string[]} roots modules, relative to it
 * @param {readonly string[]} sheets CSS modules, relative to it
 * @returns {string[]} the same CSS modules
 */
export function orderStyles(from, roots, sheets) {
  const visited = new Set();
  const later = [];
  const visit = (path) => {
    if (visited.has(path) || !existsSync(join(from, path))) return;
    // Marked before its imports, which ends cycles; a sheet has no imports.
    visited.add(path);
    if (!/\.tsx?$/.test(path)) return;
    const code = readFileSync(join(from, path), 'utf8');
    const imported = (pattern) =>
      [...code.matchAll(pattern)].map(([, name]) => join(dirname(path), name));
    imported(STATIC_IMPORT).forEach(visit);
    later.push(...imported(DYNAMIC_IMPORT));
  };
  for (const root of roots) visit(root);
  while (later.length > 0) visit(later.shift());
  const loaded = [...visited].filter((path) => sheets.includes(path));
  return [...loaded, ...sheets.filter((path) => !visited.has(path))];
}
