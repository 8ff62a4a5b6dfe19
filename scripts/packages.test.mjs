import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { orderStyles } from './lib/buildStyles.mjs';
import { rootFolder } from './lib/paths.mjs';

const read = (...path) => readFileSync(join(rootFolder, ...path), 'utf8');
const manifests = JSON.parse(read('package.json'))
  .workspaces.filter((folder) => !folder.includes('*'))
  .map((folder) => ({ folder, manifest: JSON.parse(read(folder, 'package.json')) }))
  .filter(({ manifest }) => manifest.private !== true);

/** The files of each tarball, as the package's manifest selects them from the files on disk. */
function packedFiles() {
  const workspaces = manifests.flatMap(({ folder }) => ['-w', folder]);
  const options = ['--json', '--dry-run', '--ignore-scripts', ...workspaces];
  const output = execFileSync('npm', ['pack', ...options], {
    cwd: rootFolder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  });
  return new Map(
    JSON.parse(output).map(({ name, files }) => [name, files.map(({ path }) => path)]),
  );
}

describe('the published packages', function () {
  this.timeout(180_000);
  let packed;
  before(() => {
    packed = packedFiles();
  });

  it('are the engine and the renderers', () => {
    expect(manifests.map(({ folder }) => folder)).to.deep.equal([
      'engine',
      'renderer-konva',
      'renderer-static',
    ]);
  });

  it('run scripts/prepack.mjs before they are packed', () => {
    for (const { folder, manifest } of manifests)
      expect(manifest.scripts.prepack, folder).to.equal('node ../scripts/prepack.mjs');
    expect(existsSync(join(rootFolder, 'scripts/prepack.mjs'))).to.equal(true);
  });

  it('link in their Markdown files only to files in the tarball', () => {
    for (const { folder, manifest } of manifests) {
      const files = packed.get(manifest.name);
      for (const document of files.filter((path) => path.endsWith('.md'))) {
        const links = read(folder, document).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g);
        for (const [, link] of links) {
          const target = posix.join(posix.dirname(document), link);
          const exists = files.some((path) => path === target || path.startsWith(`${target}/`));
          expect(exists, `${manifest.name}: ${document} links to ${link}`).to.equal(true);
        }
      }
    }
  });

  it('contain the sources that they export, a README and a licence, but no tests, golden files or build state', () => {
    for (const { folder, manifest } of manifests) {
      const files = packed.get(manifest.name);
      expect(files, folder).to.include.members(['README.md', 'LICENSE', 'package.json']);
      expect(
        files.filter((path) => /\.test\.|\/golden\/|tsbuildinfo/.test(path)),
        folder,
      ).to.deep.equal([]);
      const exported = Object.values(manifest.exports).flatMap((entry) => Object.values(entry));
      const sources = exported.filter((path) => path.startsWith('./src/'));
      expect(files, folder).to.include.members(sources.map((path) => path.slice(2)));
    }
  });
});

describe('the stylesheet of the editor', () => {
  it("has a component's rules after those of the components that it styles", () => {
    const folder = mkdtempSync(join(tmpdir(), 'cobble-styles-'));
    const files = {
      'a/Page.tsx': `import type { Z } from './Unused.tsx';\nimport {\n  Bar,\n} from '../b/Bar.tsx';\nimport styles from './page.module.css';\nconst load = () => import('./Late.tsx');`,
      'a/Late.tsx': `import styles from './a-late.module.css';`,
      'a/Unused.tsx': `import styles from './a-unused.module.css';`,
      'b/Bar.tsx': `import styles from './Bar.module.css';\nexport * from '../a/Page.tsx';`,
    };
    const sheets = [
      ...['a/a-late.module.css', 'a/a-unused.module.css', 'a/page.module.css'],
      ...['b/Bar.module.css'],
    ];
    try {
      for (const [path, code] of [...Object.entries(files), ...sheets.map((path) => [path, ''])]) {
        mkdirSync(join(folder, dirname(path)), { recursive: true });
        writeFileSync(join(folder, path), code);
      }
      expect(orderStyles(folder, ['a/Page.tsx'], sheets)).to.deep.equal([
        ...['b/Bar.module.css', 'a/page.module.css'],
        ...['a/a-late.module.css', 'a/a-unused.module.css'],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has the rule that hides the zoom bar on phones after the rules of all bars', () => {
    const from = join(rootFolder, 'renderer-konva', 'src');
    const sheets = readdirSync(from, { recursive: true }).filter((path) =>
      path.endsWith('.module.css'),
    );
    const order = orderStyles(from, ['editor/index.ts', 'editor/ui/index.ts'], sheets);
    expect([...order].sort()).to.deep.equal([...sheets].sort());
    expect(order.indexOf('editor/bars/chrome.module.css')).to.be.above(
      order.indexOf('editor/components/Bar.module.css'),
    );
  });
});
