import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Tables of data: what is looked up in them comes with them. */
const TABLES =
  /engine\/src\/(?:fonts\/(?:catalogue|fontMetrics)|shapes\/(?:shapes|pathTools)|links\/(?:platforms|icons))\.ts$/;

/**
 * How large the engine is in a browser, all of its exports together: minified, and as it travels.
 *
 * @returns {Promise<readonly { name: string, bytes: number, gzip: number, brotli: number }[]>}
 */
export async function measureBundles() {
  const bundle = async (name, ...plugins) => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
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
  return [
    await bundle('without the font, shape and platform tables', withoutTables),
    await bundle('with them'),
    await bundle('the engine’s own code alone, without them', withoutTables, withoutLibraries),
  ];
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
