import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootFolder } from './paths.mjs';
import { readCounts } from './testCounts.mjs';

/**
 * Each run also starts browsers, databases and servers, which keep a second core busy. With three of
 * them on two cores, browser tests hit their time limits.
 */
const MAX_CONCURRENT_RUNS = 2;

/**
 * The priority of a third run, which takes what the other two leave idle: a tenth of both cores. It
 * gets a tenth of a core even if they leave nothing.
 */
const PATIENT_NICENESS = 10;

/**
 * Runs several mocha processes, up to two at a time and a patient one beside them, and prints their
 * output one after the other. Ctrl+C and SIGTERM end all of them.
 *
 * @param {readonly { name: string, args: readonly string[], isPatient: boolean }[]} runs
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
  const waiting = [...runs.keys()];
  /** The next run for one of the two workers, or for the one that only takes patient runs. */
  const takeNext = (isPatient) => {
    const place = waiting.findIndex((index) => !isPatient || runs[index].isPatient);
    return place < 0 ? undefined : waiting.splice(place, 1)[0];
  };
  const work = async (isPatient) => {
    for (let index = takeNext(isPatient); index !== undefined; index = takeNext(isPatient)) {
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
      if (isPatient) setPriority(child.pid, PATIENT_NICENESS);
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
  const workers = Array.from({ length: concurrency }, () => work(false));
  // With fewer runs, there is nothing to wait for.
  if (runs.length > concurrency) workers.push(work(true));
  await Promise.all(workers);
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
