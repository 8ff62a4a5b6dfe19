import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rootFolder } from './paths.mjs';

/** Relative to the root of the checkout, so that it works in every work tree. */
const HOOKS_FOLDER = 'scripts/git-hooks';

/**
 * Makes Git use the hooks in `scripts/git-hooks`. Does nothing in CI, outside a Git checkout,
 * without Git, or where `core.hooksPath` is already set.
 *
 * @param {{ root?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export function installGitHooks({ root = rootFolder, env = process.env } = {}) {
  // Set when this runs inside a hook of another repository.
  const otherRepository = {
    GIT_DIR: undefined,
    GIT_WORK_TREE: undefined,
    GIT_INDEX_FILE: undefined,
  };
  const gitEnv = { ...env, ...otherRepository };
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, env: gitEnv, stdio: ['ignore', 'pipe', 'ignore'] });
  if (env.CI || !existsSync(join(root, '.git'))) return;
  try {
    git('config', '--get', 'core.hooksPath');
  } catch (error) {
    // 1: not set. Anything else, such as a missing git, leaves no way to set it.
    if (error.status !== 1) return;
    try {
      git('config', '--local', 'core.hooksPath', HOOKS_FOLDER);
    } catch {
      // A read-only checkout works without hooks.
    }
  }
}
