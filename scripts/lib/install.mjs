import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from './paths.mjs';
import { step, StepError } from './step.mjs';

const lockFile = join(rootFolder, 'package-lock.json');
const modules = join(rootFolder, 'node_modules');
/** npm writes this file at the end of an install. */
const hiddenLockFile = join(modules, '.package-lock.json');
const stampFile = join(modules, '.cobble-install');
const WITHOUT_DEV = ' without dev';

/**
 * Installs the packages of package-lock.json. Does nothing, and needs no network, if the file is
 * unchanged since the last install and that install included development packages if needed.
 *
 * @param {{ dev?: boolean }} [options] `dev`: includes development packages, three quarters of all
 */
export async function ensureInstalled({ dev = true } = {}) {
  const lockHash = createHash('sha256')
    .update(readFileSync(lockFile))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  const plan = planInstall({
    dev,
    lockHash,
    stamp: existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null,
    isInstalled: existsSync(hiddenLockFile),
    installedByUser: wasInstalledByUser(),
  });
  if (plan.install) await install(plan.dev);
  if (plan.stamp !== null) writeFileSync(stampFile, plan.stamp);
}

/**
 * Decides what to install.
 *
 * @param {{ dev: boolean, lockHash: string, stamp: string | null, isInstalled: boolean, installedByUser: boolean }} state
 * `lockHash`: of the lock file and the platform. `stamp`: of the last install. `isInstalled`: npm has
 * installed something here. `installedByUser`: the user has run npm since the lock file changed.
 * @returns {{ install: boolean, dev: boolean, stamp: string | null }} `stamp`: the new stamp, or null
 * to leave it
 */
export function planInstall({ dev, lockHash, stamp, isInstalled, installedByUser }) {
  const isCurrent = stamp?.startsWith(lockHash) ?? false;
  const hasDev = isInstalled && !stamp?.endsWith(WITHOUT_DEV);
  if (isCurrent && (hasDev || !dev)) return { install: false, dev: hasDev, stamp: null };
  // Starting Cobble never removes development packages.
  const withDev = dev || hasDev;
  const isDone = !isCurrent && installedByUser && hasDev;
  return { install: !isDone, dev: withDev, stamp: lockHash + (withDev ? '' : WITHOUT_DEV) };
}

async function install(dev) {
  // `npm ci` first removes all packages, which a running server may be using.
  const command = existsSync(hiddenLockFile) ? ['install', '--no-save'] : ['ci'];
  // Explicit, because NODE_ENV=production would omit development packages.
  const groups = dev ? '--include=dev' : '--omit=dev';
  const args = [...command, groups, '--include=optional', '--no-audit', '--no-fund'];
  const [program, programArgs] = npm();
  const attempt = () =>
    step('Installing packages', program, [...programArgs, ...args], { cwd: rootFolder });
  try {
    await attempt();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.log(`${error.message}\nRetrying.`);
    await attempt();
  }
}

function npm() {
  // Set by npm for scripts that it runs.
  const script = process.env['npm_execpath'];
  if (script?.endsWith('.js') && existsSync(script)) return [process.execPath, [script]];
  return ['npm', []];
}

/** Whether npm last installed packages when or after package-lock.json changed. */
function wasInstalledByUser() {
  if (!existsSync(hiddenLockFile)) return false;
  // `npm install <package>` writes both files shortly after one another, in either order.
  return statSync(hiddenLockFile).mtimeMs > statSync(lockFile).mtimeMs - 5_000;
}
