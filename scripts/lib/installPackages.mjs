import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { inPath } from './inPath.mjs';
import { step } from './step.mjs';

/** While it exists, Debian's packages do not start their services. */
const POLICY = '/usr/sbin/policy-rc.d';

/**
 * Whether packages of the system can be installed: as root on Debian-like systems.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function mayInstall(env) {
  return process.getuid?.() === 0 && inPath(env, 'apt-get') !== undefined;
}

/**
 * Installs Debian's packages. Services in them are not started.
 *
 * @param {string} label what is installed
 * @param {readonly string[]} packages
 * @param {NodeJS.ProcessEnv} env
 * @throws {import('./step.mjs').StepError} if that fails
 */
export async function installPackages(label, packages, env) {
  const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
  const retry = ['-o', 'Acquire::Retries=3'];
  const hadPolicy = existsSync(POLICY);
  if (!hadPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await step('Updating the package list', 'apt-get', ['update', ...retry], quiet);
    const install = ['install', '-y', '--no-install-recommends', ...retry];
    await step(`Installing ${label}`, 'apt-get', [...install, ...packages], quiet);
  } finally {
    if (!hadPolicy) rmSync(POLICY, { force: true });
  }
}
