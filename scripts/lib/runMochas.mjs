import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootFolder } from './paths.mjs';
import { readCounts } from './testCounts.mjs';

/**
 * Each run also starts browsers, databases and servers, which keep a second core busy. Three runs at
 * a time were 5% faster on two cores, but browser tests hit their time limits.
 */
const MAX_CONCURRENT_RUNS = 2;

/**
 * Runs several mocha processes, up to two at a time, and prints their output one after the other.
 * Ctrl+C and SIGTERM end all of them.
 *
 * @param {readonly { name: string, args: readonly string[] }[]} runs
 * @param {NodeJS.ProcessEnv} env for each process
 * @returns {Promise<{ name: string, code: number, counts: import('./testCounts.mjs').TestCounts | null }[]>}
 */
export async function runMochas(runs, env) {
  const folder = mkdtempSync(join(tmpdir(), 'cobble-counts-'));
  const children = new Set();
  let isStopped = false;
  // The terminal sends Ctrl+C to mocha as well. Mocha ends its own child processes on SIGINT only.
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      isStopped = true;
      children.forEach((child) => child.kill('SIGINT'));
    });
  const output = orderOutput(runs.length, (text) => process.stdout.write(text));
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < runs.length) {
      const index = next++;
      const { name, args } = runs[index];
      const file = join(folder, String(index));
      results[index] = { name, code: 1, counts: null };
      if (isStopped) continue;
      if (runs.length > 1) output.write(index, `\n=== tests of ${name}\n`);
      const child = spawn(process.execPath, [mochaProgram, ...args], {
        cwd: rootFolder,
        env: { ...env, COBBLE_TEST_COUNTS: file },
        // A single run keeps the terminal, with colours.
        stdio: runs.length > 1 ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      });
      children.add(child);
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text) => output.write(index, text));
      const code = await new Promise((resolve) => child.on('close', resolve));
      children.delete(child);
      results[index] = { name, code: code ?? 1, counts: readCounts(file) };
      output.end(index);
    }
  };
  const concurrency = Math.min(MAX_CONCURRENT_RUNS, availableParallelism(), runs.length);
  await Promise.all(Array.from({ length: concurrency }, work));
  rmSync(folder, { recursive: true, force: true });
  return results;
}

const mochaProgram = join(rootFolder, 'node_modules', 'mocha', 'bin', 'mocha.js');

/**
 * Prints the output of concurrent writers one after the other: the first unfinished one directly,
 * the others once all writers before them have ended.
 *
 * @param {number} count number of writers
 * @param {(text: string) => void} print
 * @returns {{ write: (index: number, text: string) => void, end: (index: number) => void }}
 */
export function orderOutput(count, print) {
  const buffers = Array.from({ length: count }, () => '');
  const ended = new Set();
  let current = 0;
  return {
    write(index, text) {
      if (index === current) print(text);
      else buffers[index] += text;
    },
    end(index) {
      ended.add(index);
      while (ended.has(current)) {
        current += 1;
        if (buffers[current]) print(buffers[current]);
        buffers[current] = '';
      }
    },
  };
}
