import { fileURLToPath, pathToFileURL } from 'node:url';
import { areOwnPackagesInstalled, installOwnPackages } from '../../scripts/lib/ownPackages.mjs';

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
  installOwnPackages(folder, 'the peers');
}

/** Whether all peers are installed. */
export function arePeersInstalled() {
  return areOwnPackagesInstalled(folder);
}

/** The URLs from which the peers are imported, by name. */
export function peerAddresses() {
  return Object.fromEntries(
    Object.entries(FILES).map(([name, file]) => [name, new URL(file, pathToFileURL(folder)).href]),
  );
}
