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

/**
 * Installs the packages that package-lock.json names, if that has not been done since it changed.
 * Without need for the network when nothing changed.
 */
export async function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(lockFile))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  if (readStamp() === wanted) return;
  if (!wasInstalledByHand()) await install();
  writeFileSync(stampFile, wanted);
}

async function install() {
  // `npm ci` would first remove what is there, which a running server may be using.
  const how = existsSync(hiddenLockFile) ? ['install', '--no-save'] : ['ci'];
  // NODE_ENV=production would leave out what the build and the tests need.
  const args = [...how, '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
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

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null;
}

/** Whether npm's last install came with or after the last change of package-lock.json. */
function wasInstalledByHand() {
  if (!existsSync(hiddenLockFile)) return false;
  // `npm install <package>` writes the two within a moment, in no certain order.
  return statSync(hiddenLockFile).mtimeMs > statSync(lockFile).mtimeMs - 5_000;
}
