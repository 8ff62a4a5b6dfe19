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
 * @returns files by path, such as `/index.html`
 */
export async function buildHarness(): Promise<ReadonlyMap<string, ServedFile>> {
  // By default Vite builds for production, whatever its mode.
  process.env['NODE_ENV'] ??= 'development';
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('./harness/', import.meta.url)),
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
        type: file.fileName.endsWith('.html') ? 'text/html' : 'text/javascript',
        body: file.type === 'chunk' ? file.code : file.source,
      },
    ]),
  );
}
