import { spawnSync } from 'node:child_process';

/**
 * Skips a test or suite if programs that it needs are not installed. In CI, where `.ci/run` installs
 * them, it fails instead.
 *
 * @param context mocha's `this` in a hook or test.
 */
export function needsPrograms(context: Mocha.Context, ...names: readonly string[]): void {
  const missing = names.filter(
    (name) => spawnSync(name, ['-v'], { stdio: 'ignore' }).error !== undefined,
  );
  if (missing.length === 0) return;
  const message = `Install ${missing.join(' and ')}: sudo apt-get install redis-server nginx-light`;
  if (process.env['CI']) throw new Error(message);
  process.stderr.write(`${message}\n`);
  context.skip();
}
