import { spawnSync } from 'node:child_process';

/**
 * Checks that programs are installed, which a test needs. `npm test -- host-server` installs them where
 * it may.
 *
 * @throws {Error} with the command that installs them
 */
export function requirePrograms(...names: readonly string[]): void {
  const missing = names.filter(
    (name) => spawnSync(name, ['-v'], { stdio: 'ignore' }).error !== undefined,
  );
  if (missing.length > 0)
    throw new Error(
      `Install ${missing.join(' and ')}: sudo apt-get install redis-server nginx-light`,
    );
}
