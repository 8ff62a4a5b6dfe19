import { existsSync, readFileSync } from 'node:fs';

const sources = new URL('../src/', import.meta.url);

/**
 * Returns a message for each mutant that no longer fits the sources: its original code does not
 * occur exactly once, or one of its tests is missing.
 *
 * @param {readonly import('./mutantTable.mjs').Mutant[]} mutants
 * @returns {string[]}
 */
export function outdatedMutants(mutants) {
  return mutants.flatMap(({ file, from, tests }) => {
    const missing = [file, ...tests].filter((path) => !existsSync(new URL(path, sources)));
    if (missing.length > 0) return missing.map((path) => `${file}: ${path} does not exist`);
    const count = readFileSync(new URL(file, sources), 'utf8').split(from).length - 1;
    return count === 1 ? [] : [`${file}: occurs ${count} times: ${from}`];
  });
}
