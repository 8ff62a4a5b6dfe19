/**
 * `npm run mutants -w engine [-- text ...]`: applies the mutants of `mutantTable.mjs` to copies of
 * the sources, one at a time in each, and runs their tests. Prints the survivors, which no test
 * catches, and fails if there are any. With arguments, tests only mutants whose file or original
 * code contains one of them.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from './mutantTable.mjs';
import { outdatedMutants } from './outdatedMutants.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const filters = process.argv.slice(2);
const chosen = MUTANTS.filter(
  ({ file, from }) =>
    filters.length === 0 || filters.some((text) => `${file} ${from}`.includes(text)),
);
const workers = Math.max(1, Math.min(4, availableParallelism()));
const folder = mkdtempSync(join(tmpdir(), 'cobble-mutants-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const copies = Array.from({ length: workers }, (_, index) => copySources(join(folder, `${index}`)));
const problems = [...outdatedMutants(chosen), ...(await failingBefore())];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

const survivors = [];
let done = 0;
const queue = [...chosen];
await Promise.all(copies.map(work));
console.log(`${chosen.length - survivors.length} of ${chosen.length} mutants were killed`);
for (const { file, from, to, tests } of survivors)
  console.error(`\nSurvived in ${file}:\n  - ${from}\n  + ${to}\n  tests: ${tests.join(', ')}`);
process.exit(survivors.length > 0 ? 1 : 0);

/** Tests mutants from the queue until it is empty. */
async function work(copy) {
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const path = join(copy, 'engine', 'src', mutant.file);
    const code = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      code.replace(mutant.from, () => mutant.to),
    );
    const { status, output } = await runTests(copy, mutant.tests);
    writeFileSync(path, code);
    // A mutant that does not even load proves nothing about the tests.
    if (status !== 0 && !/\d+ failing/.test(output))
      throw new Error(`${mutant.file}: the tests cannot be loaded with\n${mutant.to}\n${output}`);
    if (status === 0) survivors.push(mutant);
    done += 1;
    if (done % 10 === 0) console.log(`${done} of ${chosen.length} ...`);
  }
}

function copySources(to) {
  mkdirSync(join(to, 'scripts'), { recursive: true });
  const files = ['engine/src', 'engine/package.json', 'engine/.mocharc.json'];
  const config = ['package.json', 'tsconfig.base.json', 'scripts/tsconfig.tests.json'];
  const loader = ['scripts/register-tsx.mjs', 'scripts/lib/cssHooks.mjs', 'scripts/testing'];
  for (const name of [...files, ...config, ...loader])
    cpSync(join(root, name), join(to, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'), 'junction');
  return to;
}

/** Tests that fail without a mutant would kill every mutant. */
async function failingBefore() {
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  const { status, output } = await runTests(copies[0], tests);
  return status === 0 ? [] : [`The tests fail without a mutant:\n${output}`];
}

function runTests(copy, tests) {
  return new Promise((resolve, reject) => {
    const mocha = join(root, 'node_modules', 'mocha', 'bin', 'mocha.js');
    const specs = tests.map((test) => `engine/src/${test}`);
    const options = ['--config', 'engine/.mocharc.json', '--reporter', 'dot', '--bail'];
    const child = spawn(process.execPath, [mocha, ...options, '--timeout', '60000', ...specs], {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}
