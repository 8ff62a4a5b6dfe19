/**
 * `npm run bench -w renderer-static [-- --quick]`: bundles the renderer as for production, renders
 * pages alternately with it and React's `renderToStaticMarkup` in one process, and prints times,
 * ratios and targets. `--quick` only checks that the benchmark works.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const given = process.argv.slice(2);
const unknown = given.filter((option) => option !== '--quick');
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(' ')}. The only option is --quick.\n`);
  process.exit(2);
}
const isQuick = given.includes('--quick');

const folder = mkdtempSync(join(tmpdir(), 'cobble-bench-'));
try {
  describe(await measure());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const outfile = join(folder, 'measure.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./measure.mjs', import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@cobble/source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    // React's server code uses require for Node's modules.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  const resultFile = join(folder, 'results.json');
  const task = JSON.stringify({ isQuick, resultFile });
  const { status } = spawnSync(process.execPath, ['--expose-gc', outfile, task], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The measuring process failed.');
  return JSON.parse(readFileSync(resultFile, 'utf8'));
}

function describe({ results, weights, memory }) {
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  console.log(`\nNode ${process.version}, ${String(cpus().length)} cores, load ${load}`);
  if (isQuick) console.log('A quick run: the figures are meaningless.');
  console.log(
    '\nrenderPage reads, checks and lays out the page for desktops and phones, and writes its styles.\n' +
      'React: the same page as a hand-written tree with style attributes: a third of the bytes, no\n' +
      'phone layout, fonts or checks. React, elements given: only writes the finished document from its\n' +
      'elements. First renderings parse the page from JSON; the others change one block.\n',
  );
  console.log(
    'Page                              renderPage     React    ratio   elements given    ratio   target',
  );
  for (const { name, limit, figures } of results) {
    const [ours, react, elements] = figures.map(({ nsPerOp }) => nsPerOp / 1e6);
    const target =
      limit === null
        ? 'none'
        : `${(1 / limit).toFixed(0)} times React: ${(react / ours) * limit >= 1 ? 'reached' : 'missed'}`;
    const ratio = (of) => (of / ours).toFixed(2).padStart(8);
    console.log(
      `${name.padEnd(32)}${ms(ours)}${ms(react)}${ratio(react)}${ms(elements).padStart(17)}${ratio(elements)}   ${target}`,
    );
  }
  console.log('\nWeight, bytes before compression; no JavaScript');
  for (const { name, html, css } of weights)
    console.log(
      `${name.padEnd(32)}${String(html).padStart(8)} including ${String(css)} of CSS` +
        (name.startsWith('40 ') ? `   under 50,000: ${html < 50_000 ? 'reached' : 'missed'}` : ''),
    );
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `\nMemory: rendering ${String(memory.count)} blocks into ${megabytes(memory.html)} takes up to ` +
      `${megabytes(memory.during)} of heap and keeps ${megabytes(memory.retained)}.`,
  );
}

function ms(value) {
  return `${value.toFixed(2)} ms`.padStart(11);
}
