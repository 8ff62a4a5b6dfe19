import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** A file that a server answers with. */
export interface ServedFile {
  readonly type: string;
  readonly body: string | Uint8Array;
}

/**
 * The harness as one bundle, in memory: a page of it asks for two files, not for each of the many
 * hundreds that it is made of. Built as for development, so that React says what is wrong.
 *
 * @returns files by their path, such as `/index.html`
 */
export async function buildHarness(): Promise<ReadonlyMap<string, ServedFile>> {
  // Vite would take a build for one of the product, whatever its mode.
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
