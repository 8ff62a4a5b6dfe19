import { spawn } from 'node:child_process';

/** A step failed; the message is for the person at the terminal. */
export class StepError extends Error {}

/**
 * Runs a program as a step that a person waits for: says what begins, every ten seconds that it
 * goes on, and how long it took. Its output is shown only when it fails.
 *
 * @param {string} doing such as "Installing packages"
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @throws {StepError} with the output, when the program fails.
 */
export async function step(doing, program, args, options = {}) {
  const started = Date.now();
  const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
  console.log(`${doing} …`);
  const ticker = setInterval(() => console.log(`${doing} … ${elapsed()}`), 10_000);
  try {
    const { code, output } = await run(program, args, options);
    if (code !== 0) throw new StepError(`${doing} failed after ${elapsed()}:\n${output.trim()}`);
    console.log(`${doing}: done in ${elapsed()}`);
  } finally {
    clearInterval(ticker);
  }
}

function run(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('error', (error) => reject(new StepError(`Cannot run ${program}: ${error.message}`)));
    child.on('close', (code) => resolve({ code, output }));
  });
}
