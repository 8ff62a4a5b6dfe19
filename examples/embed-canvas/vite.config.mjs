import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vite';

/** Lato is the default font of text, Inter that of the canvas's labels. */
const FAMILIES = ['inter', 'lato'];

const { resolve } = createRequire(import.meta.url);
const files = new Map(
  FAMILIES.flatMap((family) => {
    const folder = join(dirname(resolve(`@fontsource/${family}/package.json`)), 'files');
    const names = readdirSync(folder).filter((name) => name.endsWith('.woff2'));
    return names.map((name) => [name, join(folder, name)]);
  }),
);

/**
 * Serves font files under /fonts, under the names that Fontsource gives them.
 * @returns {import('vite').Plugin}
 */
const fonts = () => ({
  name: 'fonts',
  configureServer(server) {
    server.middlewares.use('/fonts', (request, response) => {
      const file = files.get((request.url ?? '').slice(1));
      response.statusCode = file === undefined ? 404 : 200;
      response.setHeader('content-type', 'font/woff2');
      response.end(file === undefined ? '' : readFileSync(file));
    });
  },
  generateBundle() {
    for (const [name, file] of files)
      this.emitFile({ type: 'asset', fileName: `fonts/${name}`, source: readFileSync(file) });
  },
});

export default defineConfig({ plugins: [fonts()], oxc: { jsx: { runtime: 'automatic' } } });
