import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The path of a program, or undefined if it is not installed.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 * @param {readonly string[]} [more] folders that need not be in PATH
 */
export function inPath(env, name, more = []) {
  const folders = [...(env['PATH'] ?? '').split(delimiter), ...more].filter((each) => each !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
