/**
 * `npm run coverage -w engine`: runs the engine's tests under c8 and prints the lines that they come
 * to, by part. Fails when a part that holds people's pages falls below 95%, and names the files
 * that fall short.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'engine', 'src');
const LEAST = 95;

/** Parts that must be covered; every other folder of the engine is printed too. */
const MUST = {
  model: /^model\//,
  edits: /^editor\/(?!History)/,
  history: /^editor\/History/,
  migrations: /^migrations\//,
  rooms: /^collaboration\//,
};

const folder = mkdtempSync(join(tmpdir(), 'cobble-coverage-'));
try {
  const { files, isGreen } = linesByFile();
  const parts = [...partsOf(files)];
  for (const { name, covered, total } of parts)
    console.log(`${name.padEnd(16)} ${percent(covered, total).padStart(6)}  of ${total} lines`);
  const short = files.filter(
    ({ path, covered, total }) => partOf(path) in MUST && covered < (total * LEAST) / 100,
  );
  if (short.length > 0) console.log(`\nFiles below ${LEAST}% in the parts that must reach it:`);
  for (const { path, covered, total, missed } of short)
    console.log(`  ${path} ${percent(covered, total)}: lines ${missed.join(', ')}`);
  const failed = parts.filter(
    ({ name, covered, total }) => name in MUST && covered < (total * LEAST) / 100,
  );
  if (failed.length > 0) {
    console.error(`\nBelow ${LEAST}%: ${failed.map(({ name }) => name).join(', ')}`);
    process.exitCode = 1;
  }
  if (!isGreen) {
    console.error('\nThe tests fail, so that lines may be missing here.');
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs the tests; the lines of each source file that is not a test. */
function linesByFile() {
  const bin = (name, file) => join(root, 'node_modules', name, 'bin', file);
  const reports = ['--reporter', 'json', '--reports-dir', folder, '--temp-directory', folder];
  const scope = ['--include', 'engine/src/**/*.ts', '--exclude', '**/*.test.ts'];
  const { status } = spawnSync(
    process.execPath,
    [
      ...[bin('c8', 'c8.js'), '--all', ...reports, ...scope],
      ...[process.execPath, bin('mocha', 'mocha.js'), '--config', 'engine/.mocharc.json'],
      ...['--reporter', 'dot', '--timeout', '120000', 'engine/src/**/*.test.ts'],
    ],
    { cwd: root, stdio: 'inherit' },
  );
  const report = JSON.parse(readFileSync(join(folder, 'coverage-final.json'), 'utf8'));
  const files = Object.values(report)
    .map(({ path, s: hits, statementMap }) => ({
      path: relative(source, path).split(sep).join('/'),
      ...linesOf(hits, statementMap),
    }))
    .filter(({ path }) => !path.startsWith('testing/') && !path.includes('/testing/'))
    .filter(({ path }) => holdsCode(join(source, path)));
  return { files, isGreen: status === 0 };
}

/** Whether a file is more than types, of which nothing runs. */
function holdsCode(path) {
  const { code } = transformSync(readFileSync(path, 'utf8'), { loader: 'ts' });
  return code.trim() !== '';
}

/** c8 makes a statement of each line. */
function linesOf(hits, statementMap) {
  const missed = [];
  for (const [id, times] of Object.entries(hits))
    if (times === 0) missed.push(statementMap[id].start.line);
  const total = Object.keys(hits).length;
  return { total, covered: total - missed.length, missed: rangesOf(missed) };
}

function rangesOf(lines) {
  const ranges = [];
  for (const line of lines.sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
}

function partOf(path) {
  const must = Object.entries(MUST).find(([, pattern]) => pattern.test(path));
  return must?.[0] ?? path.split('/')[0];
}

function partsOf(files) {
  const parts = new Map();
  for (const { path, covered, total } of files) {
    const name = partOf(path);
    const part = parts.get(name) ?? { name, covered: 0, total: 0 };
    parts.set(name, {
      name,
      covered: part.covered + covered,
      total: part.total + total,
    });
  }
  const isMust = ({ name }) => (name in MUST ? 0 : 1);
  return [...parts.values()].sort((a, b) => isMust(a) - isMust(b) || (a.name < b.name ? -1 : 1));
}

function percent(part, whole) {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;
}
