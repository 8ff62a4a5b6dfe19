import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const WORKER = fileURLToPath(new URL('../worker/serviceWorker.ts', import.meta.url));
/** The interface's fonts, which the server has: see `design/fonts.css`. */
const FONT_URL = /\/fonts\/[\w.-]+\.woff2/g;

/**
 * Completes a built web app with the service worker that stores it for use without a network: writes
 * `sw.js`, and the build's id into `index.html` as `<meta name="cobble-build">`.
 *
 * @param folder absolute path of the build, whose document is `index.html`
 */
export async function writeServiceWorker(folder: string): Promise<void> {
  const names = (await readdir(join(folder, 'assets'))).filter((name) => !name.endsWith('.map'));
  const contents = await Promise.all(names.map((name) => readFile(join(folder, 'assets', name))));
  const styles = contents.filter((_, index) => names[index]?.endsWith('.css'));
  const fonts = new Set(styles.flatMap((css) => css.toString().match(FONT_URL) ?? []));
  const files = [
    ...names.map((name, index) => ({
      url: `/assets/${name}`,
      integrity: `sha384-${hash('sha384', contents[index] ?? '')}`,
    })),
    ...[...fonts].map((url) => ({ url })),
  ].sort((a, b) => (a.url < b.url ? -1 : 1));

  const documentFile = join(folder, 'index.html');
  const html = withoutId(await readFile(documentFile, 'utf8'));
  const id = hash('sha256', JSON.stringify([html, files]))
    .replace(/\W/g, '')
    .slice(0, 16);
  await writeFile(
    documentFile,
    html.replace('</title>', `</title>\n    <meta name="cobble-build" content="${id}" />`),
  );
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { COBBLE_BUILD: JSON.stringify({ id, files }) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: WORKER,
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}

/** Calls {@link writeServiceWorker} at the end of a build of Vite. */
export function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'cobble:service-worker',
    apply: 'build',
    configResolved({ root, build: { outDir } }) {
      folder = resolve(root, outDir);
    },
    async closeBundle(error?: Error) {
      if (error === undefined) await writeServiceWorker(folder);
    },
  };
}

function withoutId(html: string): string {
  return html.replace(/\s*<meta name="cobble-build" [^>]*>/, '');
}

function hash(algorithm: string, content: string | Buffer): string {
  return createHash(algorithm).update(content).digest('base64');
}
