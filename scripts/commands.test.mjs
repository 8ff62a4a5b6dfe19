import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeOldNode } from './lib/checkNode.mjs';
import { ensureChromium, findChromium } from './lib/chromium.mjs';
import { rootFolder } from './lib/paths.mjs';
import { selectTests } from './lib/selectTests.mjs';
import { step, StepError } from './lib/step.mjs';
import { summarise } from './lib/summarise.mjs';

const run = promisify(execFile);

describe('the commands', () => {
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
    throw new Error('it did not fail');
  };

  it('refuse a Node that is too old, and take the one that package.json names', async () => {
    for (const old of ['18.20.4', '20.18.3', '16.0.0']) {
      expect(describeOldNode(old)).to.contain('needs Node 20.19 or newer').and.to.contain(old);
    }
    for (const good of ['20.19.0', '22.1.0', '24.0.0'])
      expect(describeOldNode(good)).to.equal(null);
    const { engines } = JSON.parse(await readFile(join(rootFolder, 'package.json'), 'utf8'));
    expect(engines.node).to.equal('>=20.19');
  });

  it('choose tests by package, path and pattern', () => {
    expect(selectTests([]).specs).to.have.length(7);
    expect(selectTests(['engine', '--grep', 'scripts'])).to.deep.equal({
      specs: ['engine/src/**/*.test.{ts,tsx}'],
      options: ['--grep', 'scripts'],
      needsBrowser: false,
      config: 'engine/.mocharc.json',
    });
    expect(selectTests(['engine', 'scripts']).config).to.equal(null);
    expect(selectTests(['host-web/src/a.test.ts'])).to.deep.equal({
      specs: [],
      options: ['host-web/src/a.test.ts'],
      needsBrowser: true,
      config: null,
    });
    expect(selectTests(['--bail']).specs).to.have.length(7);
  });

  it('find a Chromium in PATH that runs, and pass over one that does not', async () => {
    await program(join(folder, 'a', 'chromium'), 'echo "install the snap"; exit 1');
    const good = await program(join(folder, 'b', 'google-chrome'), 'echo "Google Chrome 150.0"');
    expect(findChromium({ PATH: `${join(folder, 'a')}:${join(folder, 'b')}` })).to.equal(good);
  });

  it('find what Playwright has downloaded, the newest first', async () => {
    const path = (version) => join(folder, `chromium-${version}`, 'chrome-linux', 'chrome');
    await program(path(1100), 'echo Chromium 140');
    const newest = await program(path(1200), 'echo Chromium 150');
    expect(findChromium({ PATH: '', PLAYWRIGHT_BROWSERS_PATH: folder })).to.equal(newest);
  });

  it('refuse a CHROMIUM_PATH that does not run', async () => {
    const message = await failure(() => ensureChromium({ CHROMIUM_PATH: join(folder, 'none') }));
    expect(message).to.contain('CHROMIUM_PATH').and.to.contain(join(folder, 'none'));
  });

  it('show the output of a step that fails, and only then', async () => {
    const script = `console.log('this is why'); process.exit(3)`;
    const message = await failure(() => step('Trying', process.execPath, ['-e', script]));
    expect(message).to.contain('Trying failed').and.to.contain('this is why');
  });

  it('add up runs, and every failed stage once', () => {
    const good = { passes: 5, failures: 0, pending: 1 };
    const bad = { passes: 4, failures: 2, pending: 0 };
    expect(summarise([good, good], [])).to.deep.equal({ passed: 10, failed: 0, pending: 2 });
    expect(summarise([good, bad], ['tests, b']).failed).to.equal(2);
    expect(summarise([good], ['lint', 'tests, b']).failed).to.equal(2);
    expect(summarise([], ['install']).failed).to.equal(1);
  });

  it('count honestly what mocha ran', async () => {
    const tests = join(folder, 'sample.test.mjs');
    const counts = join(folder, 'counts');
    await writeFile(
      tests,
      `it('passes', () => {}); it('fails', () => { throw new Error('no'); }); it('waits');`,
    );
    const mocha = join(rootFolder, 'node_modules', 'mocha', 'bin', 'mocha.js');
    const reporter = join(rootFolder, 'scripts', 'lib', 'countingReporter.mjs');
    const ended = await run(process.execPath, [mocha, '--no-config', '-R', reporter, tests], {
      env: { ...process.env, COBBLE_TEST_COUNTS: counts },
    }).catch((error) => error);
    expect(ended.code).to.equal(1);
    const { failed, ...counted } = JSON.parse(await readFile(counts, 'utf8'));
    expect(counted).to.deep.equal({ passes: 1, failures: 1, pending: 1 });
    expect(failed).to.have.lengthOf(1);
    expect(failed[0]).to.include({ title: 'fails' });
    // Where only the end of a report is kept, the end says which test it was.
    const summary = join(rootFolder, 'scripts', 'summarise.mjs');
    const said = await run(process.execPath, [summary, counts, 'tests']).catch((error) => error);
    expect(said.stdout).to.match(/✖ fails\nError: no[^]*1 passed, 1 failed\n$/);
  });
});
