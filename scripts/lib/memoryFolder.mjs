import { accessSync, constants, statfsSync } from 'node:fs';

/** Linux's file system in memory. */
const FOLDER = '/dev/shm';

/** Several times the 140 MB that the tests use at once. */
const ENOUGH_BYTES = 1024 ** 3;

/**
 * A folder in memory for temporary files, or null if there is none with enough space. Tests create
 * and delete so many databases that a file system on a disk takes an eighth of their time.
 */
export function memoryFolder() {
  try {
    accessSync(FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(FOLDER);
    return bavail * bsize >= ENOUGH_BYTES ? FOLDER : null;
  } catch {
    return null;
  }
}
