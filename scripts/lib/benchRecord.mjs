import { readFileSync } from 'node:fs';

/**
 * What a benchmark has kept of its last full run; null where it has kept none.
 *
 * @param {string} path of its `record.json`
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
 * Ends a benchmark that was asked for what it cannot do.
 *
 * @param {string} message
 * @returns {never}
 */
export function refuseRun(message) {
  console.error(message);
  process.exit(2);
}
