import { expect } from 'chai';
import { execFile, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureChromium, findChromium } from './lib/chromium.mjs';
import {
  ensureClusterPrograms,
  findClusterPrograms,
  requireClusterPrograms,
} from './lib/clusterPrograms.mjs';
import { timeFiles } from './lib/countingReporter.mjs';
import { planInstall } from './lib/install.mjs';
import { installNode } from './lib/installNode.mjs';
import { rootFolder } from './lib/paths.mjs';
import { removeStaleOutput } from './lib/removeStaleOutput.mjs';
import { orderOutput } from './lib/runMochas.mjs';
import { nodeVersionProblem } from './lib/runScript.mjs';
import { selectTests } from './lib/selectTests.mjs';
import { step, StepError } from './lib/step.mjs';
import { formatCounts, mergeCounts, readCounts, summarizeStages } from './lib/testCounts.mjs';

const run = promisify(execFile);

/** What tests of the server use to reach its database with connections of their own. */
const opensConnections =
  /\bopenDatabase\(|startDatabaseProxy|database\/connect|sharesDatabaseOf|hasVisitorKnex|DATABASE_URL/;

describe('scripts', function () {
  this.timeout(60_000);
  let folder;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cobble-commands-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const program = async (path, script) => {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  };
  const failure = async (attempt) => {
    try {
      await attempt();
    } catch (error) {
      expect(error).to.be.instanceOf(StepError);
      return error.message;
    }
    throw new Error('expected a StepError');
  };

  it('reject versions of Node older than package.json allows', async () => {
    for (const old of ['18.20.4', '20.18.3', '16.0.0']) {
      expect(nodeVersionProblem(old)).to.contain('needs Node 20.19 or newer').and.to.contain(old);
    }
    for (const good of ['20.19.0', '22.1.0', '24.0.0'])
      expect(nodeVersionProblem(good)).to.equal(null);
    const { engines } = JSON.parse(await readFile(join(rootFolder, 'package.json'), 'utf8'));
    expect(engines.node).to.equal('>=20.19');
  });

  for (const [name, file, count] of [
    ['rooms', 'engine/src/collaboration/testing/fuzz.ts', 10_000],
    ['hostile pages', 'renderer-static/src/testing/fuzzHostile.ts', 1000],
  ])
    it(`fuzz ${name} from any seed, and fail if there are no seeds`, async function () {
      this.timeout(180_000);
      const fuzz = (...options) =>
        spawn(
          process.execPath,
          [
            '--import',
            './scripts/register-tsx.mjs',
            '--conditions=@cobble/source',
            file,
            ...options,
          ],
          { cwd: rootFolder, stdio: ['ignore', 'pipe', 'inherit'] },
        );
      const [code] = await once(fuzz('--from=5', '--seeds=4'), 'exit');
      expect(code).to.equal(2);
      const child = fuzz('--from=20001');
      const exit = once(child, 'exit');
      const [line] = await once(child.stdout, 'data');
      child.kill();
      await exit;
      expect(String(line)).to.contain(`Seeds from 20001 to ${20_000 + count}`);
    });

  it('reject a version of Node that CI does not use', async () => {
    expect(await failure(() => installNode('19'))).to.equal(
      'Node 19 is not available here; available: 24',
    );
  });

  it('remove compiled files without a source', async () => {
    const [from, to] = [join(folder, 'src'), join(folder, 'dist')];
    const write = async (root, paths) => {
      for (const path of paths) {
        await mkdir(join(root, path, '..'), { recursive: true });
        await writeFile(join(root, path), '');
      }
    };
    await write(from, ['a.ts', 'a.test.ts', 'b/view.tsx', 'b/view.module.css', 'b/v1.2.ts']);
    await removeStaleOutput(from, to, []);
    const current = [
      ...['.tsbuildinfo', 'editor/editor.css', 'a.js', 'a.js.map', 'a.d.ts', 'a.d.ts.map'],
      ...['a.test.js', 'b/view.js', 'b/view.module.css.js', 'b/v1.2.js'],
    ];
    await write(to, [...current, 'old.js', 'old.d.ts.map', 'b/old.js', 'renamed/inner/a.js']);
    await removeStaleOutput(from, to, ['.tsbuildinfo', join('editor', 'editor.css')]);
    const entries = await readdir(to, { recursive: true });
    expect(entries.sort()).to.deep.equal([...current, 'b', 'editor'].sort());
  });

  it('select tests by package, path and pattern', () => {
    expect(selectTests([], {}).runs).to.have.length(8);
    // The engine's slowest file has a process of its own.
    const fuzz = 'engine/src/collaboration/fuzz.test.ts';
    const config = 'engine/.mocharc.json';
    expect(selectTests(['engine', '--grep', 'scripts'])).to.deep.equal({
      runs: [
        { name: 'engine, fuzz.test.ts', specs: [fuzz], ignored: [], config, isPatient: true },
        {
          name: 'engine',
          specs: ['engine/src/**/*.test.{ts,tsx}'],
          ignored: [fuzz],
          config,
          isPatient: true,
        },
      ],
      options: ['--grep', 'scripts'],
      isCounted: true,
      needsServices: false,
      needsBrowser: false,
    });
    expect(selectTests(['scripts', 'host-web']).runs.map(({ name }) => name)).to.deep.equal([
      'host-web',
      'scripts',
    ]);
    expect(selectTests(['host-web/src/a.test.ts'])).to.deep.equal({
      runs: [{ name: 'selected files', specs: [], ignored: [], config: null, isPatient: false }],
      options: ['host-web/src/a.test.ts'],
      isCounted: true,
      needsServices: false,
      needsBrowser: true,
    });
    expect(selectTests(['--bail'], {}).runs).to.have.length(8);
  });

  it('run the soaks in a process of their own, and only in CI or if they are named', () => {
    const soak = 'host-server/src/testing/hostile/hostile.test.ts';
    const runsOf = (...args) => selectTests(...args).runs;
    const has = ({ specs }) => specs.includes(soak);
    expect(runsOf([], { CI: 'true' }).map(({ name }) => name)).to.include('host-server, soaks');
    expect(runsOf([], { CI: 'true' }).filter(has)).to.have.length(1);
    for (const runs of [runsOf([], {}), runsOf(['host-server'], { CI: 'true' })]) {
      expect(runs.some(has)).to.equal(false);
      expect(runs.find(({ name }) => name === 'host-server')?.ignored).to.include(soak);
    }
    expect(runsOf([soak], {})[0]?.ignored).to.deep.equal([]);
  });

  it('test all that opens connections of its own over TCP in CI, or the network could break it unnoticed', async () => {
    const run = await readFile(join(rootFolder, '.ci', 'run'), 'utf8');
    const [, list = ''] = /^over_tcp=\(\n(.*?)^\)$/ms.exec(run) ?? [];
    const chosen = [...list.matchAll(/'(.*?)(\*\*\/\*\.test\.ts)?'/g)].map(([, path]) => path);
    expect(chosen).not.to.deep.equal([]);
    const folder = join(rootFolder, 'host-server', 'src');
    const files = (await readdir(folder, { recursive: true })).filter((file) =>
      /\.test\.ts$/.test(file),
    );
    const paths = files.map((file) => `host-server/src/${file}`);
    for (const start of chosen)
      expect(
        paths.some((path) => path.startsWith(start)),
        start,
      ).to.equal(true);
    const missing = [];
    for (const path of paths.filter((each) => !chosen.some((start) => each.startsWith(start))))
      if (opensConnections.test(await readFile(join(rootFolder, path), 'utf8'))) missing.push(path);
    expect(missing).to.deep.equal([]);
  });

  it('use one mocha process for options that need the terminal and for other reporters', () => {
    for (const option of ['--watch', '--inspect-brk', '--reporter=dot']) {
      const { runs, isCounted } = selectTests(['engine', 'scripts', option]);
      expect(runs.map(({ name }) => name)).to.deep.equal(['engine, scripts']);
      expect(runs[0]).to.include({ config: null });
      expect(isCounted).to.equal(option !== '--reporter=dot');
    }
  });

  it('print the output of concurrent runs one after the other', () => {
    const printed = [];
    const { write, end } = orderOutput(3, (text) => printed.push(text));
    write(1, 'b');
    write(0, 'a');
    end(2);
    write(1, 'c');
    end(0);
    write(1, 'd');
    end(1);
    expect(printed).to.deep.equal(['a', 'bc', 'd']);
  });

  it('measure the time of each test file, counting nested suites once', () => {
    const runner = new EventEmitter();
    let now = 0;
    const files = timeFiles(runner, () => now);
    const suite = (file, within = { root: true }) => ({ file, parent: within });
    const runSuite = (ms, topLevel) => {
      runner.emit('suite', topLevel);
      // A nested suite is part of its parent's time.
      runner.emit('suite', suite(topLevel.file, topLevel));
      now += ms;
      runner.emit('suite end', suite(topLevel.file, topLevel));
      now += ms;
      runner.emit('suite end', topLevel);
    };
    runSuite(10, suite('a'));
    runSuite(100, suite('b'));
    runSuite(5, suite('a'));
    expect(files()).to.deep.equal([
      { file: 'b', ms: 200 },
      { file: 'a', ms: 30 },
    ]);
  });

  it('merge the counts of several runs, and count crashed ones as failures', () => {
    const slow = (file, ms) => ({ file: join(rootFolder, file), ms });
    const good = { passes: 3, failures: 0, pending: 1, failed: [], slowest: [slow('a', 9)] };
    const failed = [{ title: 'it', reason: 'no\nat all' }];
    const bad = { passes: 2, failures: 1, pending: 0, failed, slowest: [slow('b', 12_340)] };
    const all = mergeCounts([
      { name: 'engine', code: 0, counts: good },
      { name: 'host-web', code: 1, counts: bad },
      { name: 'scripts', code: 7, counts: null },
      { name: 'examples', code: 0, counts: null },
      { name: 'host-server', code: 1, counts: good },
    ]);
    expect(all).to.deep.include({ passes: 8, failures: 4, pending: 2 });
    expect(all.slowest.map(({ file }) => file)).to.deep.equal(
      ['b', 'a', 'a'].map((name) => join(rootFolder, name)),
    );
    expect(formatCounts(all).split('\n')).to.include.members([
      '   12.3 s  b',
      '✖ it: no',
      '✖ scripts: mocha exited with 7',
      '✖ examples: mocha exited with 0',
      '✖ host-server: mocha exited with 1',
      '8 passing, 4 failing, 2 pending',
    ]);
  });

  it('install development packages only where they are needed', () => {
    const clone = {
      dev: false,
      lockHash: 'b',
      stamp: null,
      isInstalled: false,
      installedByUser: false,
    };
    const here = { ...clone, isInstalled: true };
    const run = 'b without dev';
    const cases = [
      [clone, { install: true, dev: false, stamp: run }],
      [
        { ...clone, dev: true },
        { install: true, dev: true, stamp: 'b' },
      ],
      // npm start, then npm test: adds development packages.
      [
        { ...here, stamp: run },
        { install: false, dev: false, stamp: null },
      ],
      [
        { ...here, stamp: run, dev: true, installedByUser: true },
        { install: true, dev: true, stamp: 'b' },
      ],
      // npm test, then npm start: keeps them.
      [
        { ...here, stamp: 'b' },
        { install: false, dev: true, stamp: null },
      ],
      [
        { ...here, stamp: 'a' },
        { install: true, dev: true, stamp: 'b' },
      ],
      [
        { ...here, stamp: 'a without dev' },
        { install: true, dev: false, stamp: run },
      ],
      // After npm ci or npm install by the user.
      [
        { ...here, installedByUser: true },
        { install: false, dev: true, stamp: 'b' },
      ],
      [
        { ...here, stamp: 'a', installedByUser: true },
        { install: false, dev: true, stamp: 'b' },
      ],
    ];
    for (const [state, plan] of cases) expect(planInstall(state), state).to.deep.equal(plan);
  });

  it('find a working Chromium in PATH and skip broken ones', async () => {
    await program(join(folder, 'a', 'chromium'), 'echo "install the snap"; exit 1');
    const good = await program(join(folder, 'b', 'google-chrome'), 'echo "Google Chrome 150.0"');
    expect(findChromium({ PATH: `${join(folder, 'a')}:${join(folder, 'b')}` })).to.equal(good);
  });

  it('find the newest Chromium that Playwright has downloaded', async () => {
    const path = (version) => join(folder, `chromium-${version}`, 'chrome-linux', 'chrome');
    await program(path(1100), 'echo Chromium 140');
    const newest = await program(path(1200), 'echo Chromium 150');
    expect(findChromium({ PATH: '', PLAYWRIGHT_BROWSERS_PATH: folder })).to.equal(newest);
  });

  it('reject a CHROMIUM_PATH that does not work', async () => {
    const message = await failure(() => ensureChromium({ CHROMIUM_PATH: join(folder, 'none') }));
    expect(message).to.contain('CHROMIUM_PATH').and.to.contain(join(folder, 'none'));
  });

  it('say how to install Redis and nginx, and install them as root without starting services', async () => {
    const env = { PATH: folder };
    const message = await failure(async () => requireClusterPrograms(env));
    expect(message).to.contain('sudo apt-get install redis-server nginx-light');
    if (process.getuid() !== 0) return;
    // Packages that must not be started ask for this file.
    const add = (name) =>
      `printf '#!/bin/sh\n' > ${folder}/${name}; /bin/chmod +x ${folder}/${name}`;
    const check = '/usr/bin/test -e /usr/sbin/policy-rc.d || exit 1';
    await program(join(folder, 'apt-get'), [check, add('redis-server'), add('nginx')].join('\n'));
    await ensureClusterPrograms(env);
    const installed = findClusterPrograms(env);
    expect(installed).to.eql({ redis: `${folder}/redis-server`, nginx: `${folder}/nginx` });
  });

  it('show the output of a failed step', async () => {
    const script = `console.log('this is why'); process.exit(3)`;
    const message = await failure(() => step('Trying', process.execPath, ['-e', script]));
    expect(message).to.contain('Trying failed').and.to.contain('this is why');
  });

  it('summarise runs and count each failed stage once', () => {
    const good = { passes: 5, failures: 0, pending: 1 };
    const bad = { passes: 4, failures: 2, pending: 0 };
    expect(summarizeStages([good, good], [])).to.deep.equal({ passed: 10, failed: 0, pending: 2 });
    expect(summarizeStages([good, bad], ['tests, b']).failed).to.equal(2);
    expect(summarizeStages([good], ['lint', 'tests, b']).failed).to.equal(2);
    expect(summarizeStages([], ['install']).failed).to.equal(1);
  });

  it('count passing, failing and pending tests', async () => {
    const tests = join(folder, 'sample.test.mjs');
    const counts = join(folder, 'counts');
    await writeFile(
      tests,
      `describe('a', () => { it('passes', () => {}); it('waits');
        it('fails', () => { throw new Error('no'); }); });`,
    );
    const mocha = join(rootFolder, 'node_modules', 'mocha', 'bin', 'mocha.js');
    const reporter = join(rootFolder, 'scripts', 'lib', 'countingReporter.mjs');
    const ended = await run(process.execPath, [mocha, '--no-config', '-R', reporter, tests], {
      env: { ...process.env, COBBLE_TEST_COUNTS: counts },
    }).catch((error) => error);
    expect(ended.code).to.equal(1);
    const { failed, slowest, ...counted } = readCounts(counts);
    expect(counted).to.deep.equal({ passes: 1, failures: 1, pending: 1 });
    expect(slowest.map(({ file }) => file)).to.deep.equal([tests]);
    expect(failed).to.have.lengthOf(1);
    expect(failed[0]).to.include({ title: 'a fails' });
    // The end of the log names the failed test.
    const summary = join(rootFolder, 'scripts', 'summarize.mjs');
    const printed = await run(process.execPath, [summary, counts, 'tests']).catch((error) => error);
    expect(printed.stdout).to.match(/✖ a fails\nError: no[^]*1 passed, 1 failed\n$/);
  });
});
