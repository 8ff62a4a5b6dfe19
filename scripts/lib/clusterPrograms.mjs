import { inPath } from './inPath.mjs';
import { installPackages, mayInstall } from './installPackages.mjs';
import { StepError } from './step.mjs';

/** Where Debian has programs that are not in the PATH of ordinary users. */
const MORE = ['/usr/sbin', '/usr/local/sbin'];

/**
 * Finds the programs that several servers need beside them: Redis and nginx.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ redis: string, nginx: string } | null} their paths; null if one is missing
 */
export function findClusterPrograms(env) {
  const [redis, nginx] = ['redis-server', 'nginx'].map((name) => inPath(env, name, MORE));
  return redis !== undefined && nginx !== undefined ? { redis, nginx } : null;
}

/**
 * Like {@link findClusterPrograms}, but with instructions if one is missing.
 *
 * @param {NodeJS.ProcessEnv} env
 * @throws {StepError} with installation instructions
 */
export function requireClusterPrograms(env) {
  const found = findClusterPrograms(env);
  if (found === null) throw new StepError(advice);
  return found;
}

/**
 * Installs the distribution's packages of what is missing, without starting them as services.
 *
 * @param {NodeJS.ProcessEnv} env
 * @throws {StepError} with installation instructions, if they cannot be installed
 */
export async function ensureClusterPrograms(env) {
  if (findClusterPrograms(env) !== null) return;
  if (mayInstall(env))
    await installPackages('Redis and nginx', ['redis-server', 'nginx-light'], env);
  requireClusterPrograms(env);
}

const advice = `Several servers need Redis and nginx. Install them:
  Debian, Ubuntu   sudo apt-get install redis-server nginx-light
  Fedora           sudo dnf install redis nginx
  macOS            brew install redis nginx`;
