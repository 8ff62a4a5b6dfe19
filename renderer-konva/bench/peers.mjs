import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./peers/', import.meta.url));

/** Installs the peers from their lock file unless they are installed; npm shows its progress. */
export function installPeers() {
  if (
    ['tldraw', '@excalidraw/excalidraw'].every((name) =>
      existsSync(`${folder}node_modules/${name}`),
    )
  )
    return;
  console.log('Installing the editors to compare with (once) ...');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The peers could not be installed; try "npm ci" in ${folder}`);
}
