import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTurn } from './inTurn.mjs';
import { rootFolder } from './paths.mjs';
import { readCounts } from './testCounts.mjs';

/** A test's browser, database and server take their part of the machine besides. */
const MOST_AT_ONCE = 2;

/**
 * Runs mochas, two at a time where there are two cores and more than one to run, and shows what they
 * print one after another. Ctrl+C and SIGTERM end them all.
 *
 * @param {readonly { name: string, args: readonly string[] }[]} runs
 * @param {NodeJS.ProcessEnv} env of each
 * @returns {Promise<{ name: string, code: number, counts: import('./testCounts.mjs').TestCounts | null }[]>}
 */
export async function runMochas(runs, env) {
  const folder = mkdtempSync(join(tmpdir(), 'cobble-counts-'));
  const children = new Set();
  let isOver = false;
  // Ctrl+C reaches mocha by itself; it is waited for. What mocha starts for itself it ends on SIGINT
  // alone.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      isOver = true;
      children.forEach((child) => child.kill('SIGINT'));
    });
  const { say, end } = inTurn(runs.length, (text) => process.stdout.write(text));
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < runs.length) {
      const at = next++;
      const { name, args } = runs[at];
      const file = join(folder, String(at));
      results[at] = { name, code: 1, counts: null };
      if (isOver) continue;
      if (runs.length > 1) say(at, `\n=== tests of ${name}\n`);
      const child = spawn(process.execPath, [mochaProgram, ...args], {
        cwd: rootFolder,
        env: { ...env, COBBLE_TEST_COUNTS: file },
        // A single one has the terminal to itself, colours and all.
        stdio: runs.length > 1 ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      });
      children.add(child);
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text) => say(at, text));
      const code = await new Promise((resolve) => child.on('close', resolve));
      children.delete(child);
      results[at] = { name, code: code ?? 1, counts: readCounts(file) };
      end(at);
    }
  };
  const atOnce = Math.min(MOST_AT_ONCE, availableParallelism(), runs.length);
  await Promise.all(Array.from({ length: atOnce }, work));
  rmSync(folder, { recursive: true, force: true });
  return results;
}

const mochaProgram = join(rootFolder, 'node_modules', 'mocha', 'bin', 'mocha.js');
