import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootFolder } from './lib/paths.mjs';

const folder = join(rootFolder, 'docs', 'decisions');
const decisions = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .sort();

describe('docs/decisions', () => {
  it('numbers decisions from 0001 without gaps', () => {
    const numbers = decisions.map((name) => name.slice(0, 4));
    const expected = decisions.map((_, index) => String(index + 1).padStart(4, '0'));
    expect(numbers).to.eql(expected);
  });

  it('begins each decision with its number and a title', () => {
    for (const name of decisions) {
      expect(name).to.match(/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.md$/);
      expect(read(`docs/decisions/${name}`), name).to.match(
        new RegExp(`^# ${name.slice(0, 4)} \\S.*\\n\\n`),
      );
    }
  });

  it('lists each decision once in the index, with its title', () => {
    const listed = [...read('docs/decisions/README.md').matchAll(/^- \[(\d{4})\]\((.+)\) (.+)$/gm)];
    const expected = decisions.map((name) => {
      const title = /^# \d{4} (.*)$/m.exec(read(`docs/decisions/${name}`))?.[1];
      return [name.slice(0, 4), name, title];
    });
    const sorted = listed.map((match) => match.slice(1)).sort((a, b) => (a[0] < b[0] ? -1 : 1));
    expect(sorted).to.eql(expected);
  });

  it('has every decision that the repository cites', () => {
    const numbers = new Set(decisions.map((name) => name.slice(0, 4)));
    const dangling = trackedTextFiles().flatMap((file) =>
      citationsIn(read(file))
        .filter(({ number, name }) =>
          name === undefined ? !numbers.has(number) : !decisions.includes(`${number}${name}`),
        )
        .map(({ text }) => `${file}: ${text}`),
    );
    expect(dangling).to.eql([]);
  });
});

describe('docs/ARCHITECTURE.md', () => {
  const architecture = read('docs/ARCHITECTURE.md');
  const pathsIn = (text) =>
    [...text.matchAll(/`((?:engine|renderer-\w+|host-\w+|examples|scripts|docs)\/[^`\s]*)`/g)].map(
      ([, path]) => path,
    );

  it('has at most 100 lines', () => {
    expect(architecture.trimEnd().split('\n').length).to.be.at.most(100);
  });

  it('names paths that exist', () => {
    const paths = pathsIn(architecture);
    expect(paths).not.to.eql([]);
    expect(paths.filter((path) => !existsSync(join(rootFolder, path)))).to.eql([]);
  });

  it('counts the files of each flow', () => {
    const flows = [
      ...architecture.matchAll(/^\*\*(.+?)\*\* \((\d+) files\)([^]*?)(?=^\*\*|$(?![^]))/gm),
    ];
    expect(flows).to.have.length(4);
    for (const [, name, count, text] of flows)
      expect(new Set(pathsIn(text)).size, name).to.equal(Number(count));
  });
});

describe('Markdown files', () => {
  it('link to files that exist', () => {
    const broken = trackedTextFiles()
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)]
          .map(([, link]) => link)
          .filter((link) => !existsSync(join(rootFolder, dirname(file), link)))
          .map((link) => `${file}: ${link}`),
      );
    expect(broken).to.eql([]);
  });
});

/** `docs/decisions/NNNN`, a link to a decision's file, or "decision NNNN". */
function citationsIn(text) {
  const matches = text.matchAll(/(?:decisions\/|\bdecisions? )(\d{4})\b(-[\w.-]+\.md)?/gi);
  return [...matches].map(([cited, number, name]) => ({ text: cited, number, name }));
}

function trackedTextFiles() {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: rootFolder,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => /\.(ts|tsx|mjs|cjs|js|md|json|css|html|yml)$|^\.ci\//.test(file))
    .filter((file) => statSync(join(rootFolder, file), { throwIfNoEntry: false })?.isFile());
}

function read(file) {
  return readFileSync(join(rootFolder, file), 'utf8');
}
