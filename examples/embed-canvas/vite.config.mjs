import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vite';

const inter = dirname(createRequire(import.meta.url).resolve('@fontsource/inter/package.json'));
const files = join(inter, 'files');
const names = readdirSync(files).filter((name) => name.endsWith('.woff2'));

/**
 * The canvas asks for its fonts under /fonts, by the names that Fontsource gives them.
 * @returns {import('vite').Plugin}
 */
const fonts = () => ({
  name: 'fonts',
  configureServer(server) {
    server.middlewares.use('/fonts', (request, response, next) => {
      const name = names.find((each) => request.url === `/${each}`);
      if (name === undefined) return next();
      response.setHeader('content-type', 'font/woff2');
      response.end(readFileSync(join(files, name)));
    });
  },
  generateBundle() {
    for (const name of names)
      this.emitFile({
        type: 'asset',
        fileName: `fonts/${name}`,
        source: readFileSync(join(files, name)),
      });
  },
});

export default defineConfig({ plugins: [fonts()], oxc: { jsx: { runtime: 'automatic' } } });
