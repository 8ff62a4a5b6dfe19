import { describeOldNode } from './checkNode.mjs';

/**
 * Runs a command of this folder: checks Node first, and ends the process with 1 and the message
 * alone where a step fails.
 *
 * @param {() => Promise<void>} work imports what newer syntax or installed packages need by itself.
 */
export function runScript(work) {
  const problem = describeOldNode(process.versions.node);
  if (problem !== null) {
    console.error(problem);
    process.exit(1);
  }
  work().catch((error) => {
    const foreseen = error instanceof Error && error.constructor.name === 'StepError';
    console.error(foreseen ? error.message : error);
    process.exit(1);
  });
}
