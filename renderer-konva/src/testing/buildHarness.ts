import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** A file that the server sends. */
export interface ServedFile {
  readonly type: string;
  readonly body: string | Uint8Array;
}

/**
 * Bundles the harness in memory, so that a page requests two files instead of hundreds. A
 * development build, for React's warnings.
 *
 * @param root folder of `index.html`; default: the canvas's harness
 * @returns files by path, such as `/index.html`
 */
export async function buildHarness(
  root = fileURLToPath(new URL('./harness/', import.meta.url)),
): Promise<ReadonlyMap<string, ServedFile>> {
  // By default Vite builds for production, whatever its mode.
  process.env['NODE_ENV'] ??= 'development';
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    mode: 'development',
    resolve: { conditions: ['@cobble/source', 'module', 'browser', 'development'] },
    define: { 'process.env.NODE_ENV': '"development"' },
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: Infinity,
    },
  });
  if (!('output' in built)) throw new Error('Vite built something else than one bundle.');
  return new Map(
    built.output.map((file) => [
      `/${file.fileName}`,
      {
        type: typeOf(file.fileName),
        body: file.type === 'chunk' ? file.code : file.source,
      },
    ]),
  );
}

function typeOf(fileName: string): string {
  if (fileName.endsWith('.html')) return 'text/html';
  return fileName.endsWith('.css') ? 'text/css' : 'text/javascript';
}
