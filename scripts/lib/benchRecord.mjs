import { readFileSync } from 'node:fs';

/**
 * Reads the recorded results of a benchmark.
 *
 * @param {string} path of its `record.json`
 * @returns null if nothing has been recorded
 */
export function readRecord(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Prints a message and exits with 2, for invalid arguments.
 *
 * @param {string} message
 * @returns {never}
 */
export function refuseRun(message) {
  console.error(message);
  process.exit(2);
}
