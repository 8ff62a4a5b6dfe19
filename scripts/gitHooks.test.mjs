import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitMessageProblem } from './lib/commitMessage.mjs';
import { installGitHooks } from './lib/gitHooks.mjs';
import { rootFolder } from './lib/paths.mjs';

describe('commit messages', () => {
  const longest = `docs: ${'a'.repeat(66)}`;

  it('accepts `area: imperative summary` with up to 72 characters', () => {
    for (const message of [
      'engine: add slices',
      'host-server, host-web: rename the preview call',
      'engine/editor: embed the slicer',
      'docs: add a glossary\n\nThe old terms were hard to read.\n',
      '\nci: run the tests on Node 24\n# Please enter the commit message\n# on two lines\n',
      'docs: add a glossary\n# ------------------------ >8 ------------------------\ndiff --git a b\n',
      longest,
    ])
      expect(commitMessageProblem(message), message).to.equal(null);
  });

  it('accepts merges, reverts and fixups', () => {
    for (const message of [
      "Merge branch 'docs'",
      'Revert "docs: add a glossary"\n\nThis reverts commit 123.',
      'fixup! docs: add a glossary',
      'squash! docs: add a glossary',
      'amend! docs: add a glossary',
    ])
      expect(commitMessageProblem(message), message).to.equal(null);
  });

  it('says in one line what is wrong', () => {
    for (const [message, problem] of [
      ['Add a glossary', 'lower-case area'],
      ['Docs: add a glossary', 'lower-case area'],
      ['docs:add a glossary', 'lower-case area'],
      ['', 'lower-case area'],
      ['docs: \n\nbody', 'lower-case area'],
      ['docs: added a glossary', 'imperative'],
      ['docs: Fixes the glossary', 'imperative'],
      ['docs: moving the glossary', 'imperative'],
      ['docs: add a glossary.', 'full stop'],
      [`${longest}a`, '72 characters; it has 73'],
      ['docs: add a glossary\nand more', 'blank line'],
    ]) {
      const said = commitMessageProblem(message);
      expect(said, message).to.contain(problem);
      expect(said).not.to.contain('\n');
    }
  });
});

describe('Git hooks', function () {
  this.timeout(60_000);
  let root;
  /** Without the configuration of this machine or of a hook that runs these tests. */
  const env = {
    ...process.env,
    ...{ CI: undefined, GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined },
    ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  };
  const git = (...args) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8' });
  const hooksPath = () =>
    spawnSync('git', ['config', '--get', 'core.hooksPath'], {
      cwd: root,
      env,
      encoding: 'utf8',
    }).stdout.trim();

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cobble-hooks-'));
    git('init', '--quiet');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are installed in a checkout', () => {
    installGitHooks({ root, env });
    expect(hooksPath()).to.equal('scripts/git-hooks');
    installGitHooks({ root, env });
    expect(hooksPath()).to.equal('scripts/git-hooks');
  });

  it('leave CI, other hooks and folders without Git alone', () => {
    installGitHooks({ root, env: { ...env, CI: 'true' } });
    expect(hooksPath()).to.equal('');
    git('config', 'core.hooksPath', 'my-hooks');
    installGitHooks({ root, env });
    expect(hooksPath()).to.equal('my-hooks');
    rmSync(join(root, '.git'), { recursive: true });
    expect(() => installGitHooks({ root, env })).not.to.throw();
  });

  it('work without Git on the machine', () => {
    expect(() => installGitHooks({ root, env: { PATH: '' } })).not.to.throw();
  });

  it('reject a commit with a message that breaks the rule', () => {
    git('config', 'core.hooksPath', join(rootFolder, 'scripts', 'git-hooks'));
    const commit = (message) =>
      spawnSync(
        'git',
        [
          ...[
            '-c',
            'user.name=Ada',
            '-c',
            'user.email=ada@example.com',
            '-c',
            'commit.gpgSign=false',
          ],
          ...['commit', '--quiet', '--allow-empty', '-m', message],
        ],
        { cwd: root, env, encoding: 'utf8' },
      );
    const rejected = commit('Added a glossary');
    expect(rejected.status).not.to.equal(0);
    expect(rejected.stderr).to.contain('lower-case area').and.to.contain('Added a glossary');
    expect(commit('docs: add a glossary').stderr).to.equal('');
    expect(git('log', '--format=%s')).to.equal('docs: add a glossary\n');
  });
});
