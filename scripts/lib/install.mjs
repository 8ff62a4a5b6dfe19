import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from './paths.mjs';
import { step, StepError } from './step.mjs';

const lockFile = join(rootFolder, 'package-lock.json');
const modules = join(rootFolder, 'node_modules');
/** What npm itself writes at the end of an install. */
const hiddenLockFile = join(modules, '.package-lock.json');
const stampFile = join(modules, '.cobble-install');
const WITHOUT_DEV = ' without dev';

/**
 * Installs the packages that package-lock.json names, if that has not been done since it changed.
 * Without need for the network when nothing changed.
 *
 * @param {{ dev?: boolean }} [options] dev: those too that only building for others and testing
 * need: three quarters of all.
 */
export async function ensureInstalled({ dev = true } = {}) {
  const wanted = createHash('sha256')
    .update(readFileSync(lockFile))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  const plan = planInstall({
    dev,
    wanted,
    stamp: existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null,
    isInstalled: existsSync(hiddenLockFile),
    wasByHand: wasInstalledByHand(),
  });
  if (plan.install) await install(plan.dev);
  if (plan.stamp !== null) writeFileSync(stampFile, plan.stamp);
}

/**
 * What is to be installed.
 *
 * @param {{ dev: boolean, wanted: string, stamp: string | null, isInstalled: boolean, wasByHand: boolean }} state
 * `wanted`: stands for the lock file and the machine. `stamp`: what the last plan left. `isInstalled`:
 * whether npm has installed anything here. `wasByHand`: whether a person had npm install since the
 * lock file changed.
 * @returns {{ install: boolean, dev: boolean, stamp: string | null }} `stamp`: what is to be left;
 * null: nothing new
 */
export function planInstall({ dev, wanted, stamp, isInstalled, wasByHand }) {
  const isWanted = stamp?.startsWith(wanted) ?? false;
  const hasDev = isInstalled && !stamp?.endsWith(WITHOUT_DEV);
  if (isWanted && (hasDev || !dev)) return { install: false, dev: hasDev, stamp: null };
  // Who has packages for the work on Cobble keeps them when they start it.
  const withDev = dev || hasDev;
  const isByHand = !isWanted && wasByHand && hasDev;
  return { install: !isByHand, dev: withDev, stamp: wanted + (withDev ? '' : WITHOUT_DEV) };
}

async function install(dev) {
  // `npm ci` would first remove what is there, which a running server may be using.
  const how = existsSync(hiddenLockFile) ? ['install', '--no-save'] : ['ci'];
  // Said both ways: NODE_ENV=production would leave out what the tests need.
  const which = dev ? '--include=dev' : '--omit=dev';
  const args = [...how, which, '--include=optional', '--no-audit', '--no-fund'];
  const [program, before] = npm();
  const attempt = () =>
    step('Installing packages', program, [...before, ...args], { cwd: rootFolder });
  try {
    await attempt();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    console.log(`${error.message}\nTrying once more.`);
    await attempt();
  }
}

function npm() {
  // Set by npm for what it runs; the npm that the person chose.
  const script = process.env['npm_execpath'];
  if (script?.endsWith('.js') && existsSync(script)) return [process.execPath, [script]];
  return ['npm', []];
}

/** Whether npm's last install came with or after the last change of package-lock.json. */
function wasInstalledByHand() {
  if (!existsSync(hiddenLockFile)) return false;
  // `npm install <package>` writes the two within a moment, in no certain order.
  return statSync(hiddenLockFile).mtimeMs > statSync(lockFile).mtimeMs - 5_000;
}
