/**
 * `npm run coverage -w engine`: runs the engine's tests under c8 and prints the line coverage of
 * each part. Fails if a test fails or a part that users' pages depend on is below 95%, and lists
 * the files of these parts that are below 95%.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'engine', 'src');
const MIN_PERCENT = 95;

/** Parts with a minimum coverage. The coverage of other folders is only printed. */
const REQUIRED = {
  model: /^model\//,
  edits: /^editor\/(?!history\/)/,
  history: /^editor\/history\//,
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
    ({ path, covered, total }) => partOf(path) in REQUIRED && covered < (total * MIN_PERCENT) / 100,
  );
  if (short.length > 0)
    console.log(`\nFiles below ${MIN_PERCENT}% in parts with a minimum coverage:`);
  for (const { path, covered, total, missed } of short)
    console.log(`  ${path} ${percent(covered, total)}: lines ${missed.join(', ')}`);
  const failed = parts.filter(
    ({ name, covered, total }) => name in REQUIRED && covered < (total * MIN_PERCENT) / 100,
  );
  if (failed.length > 0) {
    console.error(`\nBelow ${MIN_PERCENT}%: ${failed.map(({ name }) => name).join(', ')}`);
    process.exitCode = 1;
  }
  if (!isGreen) {
    console.error('\nSome tests fail, so the coverage may be incomplete.');
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs the tests and returns the line coverage of each source file. */
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
    .filter(({ path }) => hasCode(join(source, path)));
  return { files, isGreen: status === 0 };
}

/** Whether a file contains more than types. */
function hasCode(path) {
  const { code } = transformSync(readFileSync(path, 'utf8'), { loader: 'ts' });
  return code.trim() !== '';
}

/** c8 reports each line as a statement. */
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
  const required = Object.entries(REQUIRED).find(([, pattern]) => pattern.test(path));
  return required?.[0] ?? path.split('/')[0];
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
  const rankOf = ({ name }) => (name in REQUIRED ? 0 : 1);
  return [...parts.values()].sort((a, b) => rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1));
}

function percent(part, whole) {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;
}
