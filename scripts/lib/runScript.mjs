/** The oldest Node that Cobble runs on, as in package.json's `engines`. */
const OLDEST_NODE = [20, 19];

/**
 * Runs a command of `scripts/`. Prints an error message and exits with 1 if Node is too old or if
 * the command fails. Old versions of Node must be able to parse this file.
 *
 * @param {() => Promise<void>} work must import whatever needs newer syntax or installed packages
 */
export function runScript(work) {
  const problem = nodeVersionProblem(process.versions.node);
  if (problem !== null) {
    console.error(problem);
    process.exit(1);
  }
  work().catch((error) => {
    const isExpected = error instanceof Error && error.constructor.name === 'StepError';
    console.error(isExpected ? error.message : error);
    process.exit(1);
  });
}

/**
 * Returns an error message if a version of Node is too old, else null.
 *
 * @param {string} version such as `process.versions.node`
 */
export function nodeVersionProblem(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return null;
  return (
    'Cobble needs Node ' +
    OLDEST_NODE.join('.') +
    ' or newer; this is ' +
    version +
    '. See https://nodejs.org/en/download.'
  );
}
