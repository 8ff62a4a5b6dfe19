import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = fileURLToPath(new URL('./peers/', import.meta.url));

/** The files from which the peers are imported. By path, because no workspace depends on them. */
const FILES = {
  jsdom: 'node_modules/jsdom/lib/api.js',
  tldraw: 'node_modules/@tldraw/store/dist-esm/index.mjs',
  tldrawEditor: 'node_modules/@tldraw/editor/dist-esm/index.mjs',
  yjs: 'node_modules/yjs/dist/yjs.mjs',
  immutable: 'node_modules/immutable/dist/immutable.es.js',
};

/** Installs the peers from their lock file unless they are installed. Prints npm's output. */
export function installPeers() {
  if (arePeersInstalled()) return;
  console.log('Installing the peers (only once) ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0 || !arePeersInstalled())
    throw new Error(`The peers could not be installed; try "npm ci" in ${folder}`);
}

/** Whether all peers are installed. */
export function arePeersInstalled() {
  return Object.values(FILES).every((file) => existsSync(new URL(file, pathToFileURL(folder))));
}

/** The URLs from which the peers are imported, by name. */
export function peerAddresses() {
  return Object.fromEntries(
    Object.entries(FILES).map(([name, file]) => [name, new URL(file, pathToFileURL(folder)).href]),
  );
}
