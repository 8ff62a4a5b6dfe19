/** `check-commit-message.mjs FILE`: ends with 1 and one line if the message breaks the rule. */
import { readFileSync } from 'node:fs';
import { commitMessageProblem } from './lib/commitMessage.mjs';

const problem = commitMessageProblem(readFileSync(process.argv[2], 'utf8'));
if (problem !== null) {
  console.error(problem);
  process.exitCode = 1;
}
