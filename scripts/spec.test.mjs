import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { rootFolder } from './lib/paths.mjs';

/** A numbered rule of a SPEC.md; one that no longer applies is struck through. */
const RULE = /^- (?:~~)?\*\*([A-Z]{1,2}\d+)\*\*/;
const STRUCK = /^- ~~/;
/** Rules in brackets: `[SI3]`, `[P1, P2]`. */
const CITATION = /\[([A-Z]{1,2}\d+(?:, ?[A-Z]{1,2}\d+)*)\]/g;
/** The title of a `describe` or `it`, on the same line or the next. */
const TITLE = /\b(?:describe|it)\(\s*([`'"])((?:\\.|(?!\1)[^\\])*)\1/g;
const DOCUMENT = /(?<![\w/:.-])(?:\.{0,2}\/)?[\w@][\w@./-]*\.md\b/g;
/** Ways to cite a table or chapter of a document without naming it. */
const UNNAMED = /\((?:rows?|sections?) \d[\d ,and to]*\)|\bin the words of section \d/g;

const TEXT = /\.(?:ts|tsx|mjs|js|cjs|css|html|md)$/;
const TEST = /\.test\.(?:ts|tsx|mjs)$/;
/** Recorded output, sample data and this test's own examples. */
const SKIPPED = /(?:^|\/)(?:golden|fixtures)\/|^scripts\/spec\.test\.mjs$/;

/** Fails with one line per fault. */
function report(faults) {
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

describe('SPEC.md files', function () {
  this.timeout(60_000);
  const tracked = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: rootFolder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
    .split('\0')
    .filter((path) => TEXT.test(path) && !SKIPPED.test(path) && existsSync(join(rootFolder, path)));
  const texts = new Map(
    tracked.map((path) => [path, readFileSync(join(rootFolder, path), 'utf8')]),
  );
  const names = new Set(tracked.map((path) => basename(path)));

  const rules = [];
  for (const [path, text] of texts)
    if (basename(path) === 'SPEC.md')
      for (const [index, line] of text.split('\n').entries()) {
        const number = RULE.exec(line)?.[1];
        if (number !== undefined)
          rules.push({ number, at: `${path}:${index + 1}`, isStruck: STRUCK.test(line) });
      }
  const valid = new Set(rules.filter(({ isStruck }) => !isStruck).map(({ number }) => number));

  /** Every match of a pattern in the tracked files, with its file and line. */
  const find = function* (pattern, isIncluded = () => true) {
    for (const [path, text] of texts)
      if (isIncluded(path))
        for (const match of text.matchAll(pattern)) {
          const line = text.slice(0, match.index).split('\n').length;
          yield { match, path, at: `${path}:${line}` };
        }
  };
  const exists = (path, document) => {
    if (!document.includes('/')) return names.has(document);
    const [first = '', second = ''] = path.split('/');
    return [dirname(path), '.', first, `${first}/${second}`].some((folder) =>
      existsSync(join(rootFolder, normalize(join(folder, document)))),
    );
  };

  it('use each rule number only once, across all of them', () => {
    const seen = new Map();
    const faults = [];
    for (const { number, at } of rules) {
      if (seen.has(number)) faults.push(`${at}: ${number} is already at ${seen.get(number)}`);
      seen.set(number, at);
    }
    report(faults);
    expect(rules).not.to.have.length(0);
  });

  it('have a test title that cites each rule', () => {
    const cited = new Set();
    for (const { match } of find(TITLE, (path) => TEST.test(path)))
      for (const [, numbers] of match[2].matchAll(CITATION))
        for (const number of numbers.split(/, ?/)) cited.add(number);
    const faults = rules
      .filter(({ number, isStruck }) => !isStruck && !cited.has(number))
      .map(({ number, at }) => `${at}: no test title cites ${number}`);
    report(faults);
  });

  it('contain every rule that is cited', () => {
    const faults = [];
    for (const { match, at } of find(CITATION))
      for (const number of match[1].split(/, ?/))
        if (!valid.has(number)) faults.push(`${at}: there is no rule ${number}`);
    report(faults);
  });

  it('and other documents in the repository are the only ones that are cited', () => {
    const faults = [];
    for (const { match, path, at } of find(DOCUMENT))
      if (!exists(path, match[0])) faults.push(`${at}: ${match[0]} is not in the repository`);
    for (const { match, at } of find(UNNAMED))
      faults.push(`${at}: "${match[0]}" cites no document by name`);
    report(faults);
  });
});
