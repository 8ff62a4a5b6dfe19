import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const HERE = fileURLToPath(new URL('.', import.meta.url));
/** The entry of each contestant's page. `peers` is the folder where the peers are installed. */
const SOURCES = {
  cobble: 'pages/cobble.mjs',
  tldraw: 'peers/tldraw.mjs',
  excalidraw: 'peers/excalidraw.mjs',
};

export const CONTESTANTS = Object.keys(SOURCES);

const HTML = (source) => `<!doctype html>
<meta charset="utf-8" />
<title>bench</title>
<style>html, body, #root { margin: 0; height: 100%; overflow: hidden }</style>
<div id="root"></div>
<script type="module" src="/${source}"></script>
`;

/** Builds a contestant's page in production mode and returns its folder. */
export async function buildPage(name) {
  const outDir = join(HERE, 'dist', name);
  const entry = join(HERE, `${name}.html`);
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  writeFileSync(entry, HTML(SOURCES[name]));
  try {
    await build({
      configFile: false,
      root: HERE,
      logLevel: 'error',
      mode: 'production',
      resolve: {
        conditions: ['@cobble/source', 'module', 'browser', 'production'],
        dedupe: ['react', 'react-dom'],
      },
      define: { 'process.env.NODE_ENV': '"production"', 'process.env.IS_PREACT': '"false"' },
      build: { outDir, rolldownOptions: { input: entry }, chunkSizeWarningLimit: 1e6 },
    });
  } finally {
    rmSync(entry, { force: true });
  }
  return outDir;
}
