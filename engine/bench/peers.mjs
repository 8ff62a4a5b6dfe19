import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = fileURLToPath(new URL('./peers/', import.meta.url));

/** The files that the peers are loaded from; by path, as they are none of the house's packages. */
const FILES = {
  tldraw: 'node_modules/@tldraw/store/dist-esm/index.mjs',
  yjs: 'node_modules/yjs/dist/yjs.mjs',
  immutable: 'node_modules/immutable/dist/immutable.es.js',
};

/** Installs the peers as their lock file says, unless they are there; npm shows its progress. */
export function installPeers() {
  if (arePeersThere()) return;
  console.log('Installing what the engine is measured against (once) ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0 || !arePeersThere())
    throw new Error(`The peers could not be installed; try "npm ci" in ${folder}`);
}

/** Whether all peers are installed. */
export function arePeersThere() {
  return Object.values(FILES).every((file) => existsSync(new URL(file, pathToFileURL(folder))));
}

/** Addresses to import the peers from, by name. */
export function peerAddresses() {
  return Object.fromEntries(
    Object.entries(FILES).map(([name, file]) => [name, new URL(file, pathToFileURL(folder)).href]),
  );
}
