import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { rootFolder } from './paths.mjs';
import { step, StepError } from './step.mjs';

/** Versions of Node that the tests also run on, by major version. */
export const otherNodes = { 24: '24.21.0' };

/**
 * Installs a version of Node below `node_modules`, unless it is there already. The platform's own
 * package is installed, because the `node` package needs an install script to choose it.
 *
 * @param {string} major such as '24'
 * @returns {Promise<string>} the folder of its `node` executable, for PATH
 * @throws {StepError} for an unknown version and when npm cannot install it
 */
export async function installNode(major) {
  const version = otherNodes[major];
  if (version === undefined)
    throw new StepError(
      `Node ${major} is not available here; available: ${Object.keys(otherNodes).join()}`,
    );
  const { platform, arch } = process;
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${platform === 'win32' ? 'win' : platform}-${arch}`;
  const folder = join(rootFolder, 'node_modules', '.cache', `node-${version}`);
  const bin = join(folder, 'node_modules', name, 'bin');
  if (existsSync(bin)) return bin;
  await mkdir(folder, { recursive: true });
  const install = ['install', '--no-save', '--ignore-scripts', '--prefix', folder];
  await step(`Installing Node ${version}`, 'npm', [...install, `${name}@${version}`]);
  return bin;
}
