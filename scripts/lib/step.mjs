import { spawn } from 'node:child_process';

/** A failed step, with a message for the user. */
export class StepError extends Error {}

/**
 * Runs a program as a step: prints a line at the start, every ten seconds, and at the end with the
 * elapsed time. The program's output is not printed; if it fails, the error contains it.
 *
 * @param {string} label such as "Installing packages"
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @throws {StepError} with the output, if the program fails; also if it cannot be started
 */
export async function step(label, program, args, options = {}) {
  const started = Date.now();
  const elapsed = () => `${Math.round((Date.now() - started) / 1000)} s`;
  console.log(`${label} …`);
  const ticker = setInterval(() => console.log(`${label} … ${elapsed()}`), 10_000);
  try {
    const { code, output } = await run(program, args, options);
    if (code !== 0) throw new StepError(`${label} failed after ${elapsed()}:\n${output.trim()}`);
    console.log(`${label}: done in ${elapsed()}`);
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
