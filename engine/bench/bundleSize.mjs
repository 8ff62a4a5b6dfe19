import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Modules that are mostly data, and the helpers that build the outlines of shapes. */
const TABLES =
  /engine\/src\/(?:fonts\/(?:catalogue|fontMetrics)|shapes\/(?:shapes|pathTools)|platforms\/(?:platforms|icons))\.ts$/;

/** Subpath exports of the package that are measured one by one: source files by label. */
const PARTS = {
  '@cobble/engine/collaboration': 'collaboration/index',
  '@cobble/engine/colors (isColor)': 'model/colors',
  '@cobble/engine/drawing': 'drawing/index',
  '@cobble/engine/fonts': 'fonts/index',
  '@cobble/engine/parsing': 'parsing/index',
  '@cobble/engine/platforms': 'platforms/index',
  '@cobble/engine/shapes': 'shapes/shapes',
};

/**
 * Measures the size of the engine in a browser, minified and compressed: all exports of the main
 * entry together, with and without tables and libraries, and each of {@link PARTS} on its own.
 *
 * @returns {Promise<readonly { name: string, bytes: number, gzip: number, brotli: number }[]>}
 */
export async function measureBundles() {
  const bundle = async (name, entry, ...plugins) => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL(`../src/${entry}.ts`, import.meta.url))],
      bundle: true,
      minify: true,
      write: false,
      platform: 'browser',
      format: 'esm',
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'error',
      plugins,
    });
    const [{ contents }] = outputFiles;
    return {
      name,
      bytes: contents.byteLength,
      gzip: gzipSync(contents, { level: 9 }).byteLength,
      brotli: brotliCompressSync(contents).byteLength,
    };
  };
  const sizes = [
    await bundle('without the font, shape and platform tables', 'index', withoutTables),
    await bundle('with the tables', 'index'),
    await bundle(
      'the engine’s own code, without tables and libraries',
      'index',
      withoutTables,
      withoutLibraries,
    ),
  ];
  for (const [name, entry] of Object.entries(PARTS)) sizes.push(await bundle(name, entry));
  return sizes;
}

const withoutTables = {
  name: 'without-tables',
  setup(builder) {
    builder.onLoad({ filter: TABLES }, () => ({ contents: 'module.exports = {}', loader: 'js' }));
  },
};

const withoutLibraries = {
  name: 'without-libraries',
  setup(builder) {
    builder.onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path, external: true },
    );
  },
};
