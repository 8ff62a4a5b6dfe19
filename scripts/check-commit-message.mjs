/**
 * `check-commit-message.mjs FILE`: if the commit message in the file breaks a rule, prints a line
 * that says which and exits with code 1.
 */
import { readFileSync } from 'node:fs';
import { commitMessageProblem } from './lib/commitMessage.mjs';

const problem = commitMessageProblem(readFileSync(process.argv[2], 'utf8'));
if (problem !== null) {
  console.error(problem);
  process.exitCode = 1;
}
