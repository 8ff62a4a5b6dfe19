import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages of a folder that is not a workspace, from its lock file, unless they are
 * installed. For packages that one command needs and that not every checkout should have. Prints
 * npm's output.
 *
 * @param {string} folder absolute path
 * @param {string} name what is installed, for messages
 */
export function installOwnPackages(folder, name) {
  if (areOwnPackagesInstalled(folder)) return;
  console.log(`Installing ${name} (only once) ...`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0 || !areOwnPackagesInstalled(folder))
    throw new Error(`${name} could not be installed; try "npm ci" in ${folder}`);
}

/** Whether all packages that the folder's package.json names are installed there. */
export function areOwnPackagesInstalled(folder) {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.entries(dependencies).every(
    ([name, version]) => installedVersion(folder, name) === version,
  );
}

function installedVersion(folder, name) {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
}
