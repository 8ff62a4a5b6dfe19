/**
 * Tries an example from packed packages, for its `npm run packed`: packs engine, renderer-static
 * and renderer-konva, copies the example to a folder outside of this repository, installs its
 * dependencies from the tarballs and npm, checks types without `skipLibCheck`, builds, and uses the
 * build and the development server in Chromium.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const PACKED = ['engine', 'renderer-static', 'renderer-konva'];
/** Libraries whose types an application does not see, as the packages only use them internally. */
const INTERNAL = /\/node_modules\/(?:mobx|mobx-react-lite|konva|react-konva|radix-ui)\//;

/**
 * @param {string} what label of the step in the output
 * @param {string} cwd
 * @param {readonly string[]} command the arguments for npm
 */
function npm(what, cwd, command) {
  const started = performance.now();
  const { status, stdout } = spawnSync('npm', command, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${what} failed\n${stdout}`);
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return stdout;
}

/**
 * Packs the packages and tries an example with them.
 *
 * @param {URL} from folder of the example
 * @param {readonly string[]} files of the application, without its tests
 * @param {(browser: import('playwright-core').Browser, url: string) => Promise<void>} tryOut
 * @throws at the first step that fails
 */
export async function tryPacked(from, files, tryOut) {
  const example = fileURLToPath(from);
  const repository = join(example, '..', '..');
  const folder = mkdtempSync(join(tmpdir(), 'cobble-packed-'));
  const app = join(folder, 'app');
  try {
    const packing = ['pack', '--json', '--pack-destination', folder];
    /** @type {{ name: string, filename: string, size: number, files: { path: string }[] }[]} */
    const packed = JSON.parse(
      npm('Packing', repository, [...packing, ...PACKED.flatMap((name) => ['-w', name])]),
    );
    for (const { name, size, files } of packed) {
      const strays = files.filter(({ path }) => path.includes('.test.')).map(({ path }) => path);
      if (strays.length > 0) throw new Error(`${name} packs ${strays.join(', ')}`);
      console.log(
        `  ${name}: ${String(files.length)} files, ${String(Math.round(size / 1024))} KB`,
      );
    }

    for (const file of files) cpSync(join(example, file), join(app, file));
    const manifest = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8'));
    for (const { name, filename } of packed)
      manifest.dependencies[name] = pathToFileURL(join(folder, filename)).href;
    const { typescript } = JSON.parse(
      readFileSync(join(repository, 'package.json'), 'utf8'),
    ).devDependencies;
    manifest.devDependencies.typescript = typescript;
    writeFileSync(join(app, 'package.json'), JSON.stringify(manifest));
    writeFileSync(
      join(app, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'ES2023',
          lib: ['ESNext', 'DOM', 'DOM.Iterable'],
          types: [],
          module: 'ESNext',
          moduleResolution: 'bundler',
          allowImportingTsExtensions: true,
          jsx: 'react-jsx',
          noEmit: true,
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: false,
        },
        include: ['*.ts', '*.tsx'],
      }),
    );
    npm('Installing', app, ['install', '--no-audit', '--no-fund']);
    const checked = npm('Checking types', app, ['exec', '--', 'tsc', '-p', '.', '--listFiles']);
    const exposed = checked.split('\n').filter((file) => INTERNAL.test(file));
    if (exposed.length > 0)
      throw new Error(`Public types use internal ones:\n${exposed.join('\n')}`);
    npm('Building', app, ['run', 'build']);

    // The application's own Vite, as installed there.
    /** @type {typeof import('vite')} */
    const vite = await import(
      pathToFileURL(join(app, 'node_modules/vite/dist/node/index.js')).href
    );
    const common = { root: app, logLevel: /** @type {const} */ ('error') };
    const at = { host: '127.0.0.1', port: 0 };
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    try {
      const built = await vite.preview({ ...common, preview: at });
      await tryOut(browser, built.resolvedUrls?.local[0] ?? '');
      await built.close();
      console.log('Built: works');
      const developed = await vite.createServer({ ...common, server: at });
      await developed.listen();
      await tryOut(browser, developed.resolvedUrls?.local[0] ?? '');
      await developed.close();
      console.log('Server for developing: works');
    } finally {
      await browser.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
