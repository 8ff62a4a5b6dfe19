import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const SOURCE = new URL('../', import.meta.url);
const RULE = /^- \*\*([A-Z]\d+)\*\* /gm;
const STRUCK = /^- ~~\*\*([A-Z]\d+)\*\*/gm;
const CITED = /\[([A-Z]\d+(?:, ?[A-Z]\d+)*)\]/g;

function rulesOf(document: string, pattern: RegExp): string[] {
  return [...document.matchAll(pattern)].map((match) => match[1] ?? '');
}

/** Rules that the titles of `describe` and `it` cite, in all tests of the engine. */
function citedRules(): ReadonlySet<string> {
  const folder = fileURLToPath(SOURCE);
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.test.ts'),
  );
  const cited = new Set<string>();
  for (const name of tests) {
    const code = readFileSync(new URL(name, SOURCE), 'utf8');
    for (const [, title = ''] of code.matchAll(/\b(?:describe|it)\(\s*[`'"]([^\n]*)/g))
      for (const [, rules = ''] of title.matchAll(CITED))
        for (const rule of rules.split(/, ?/)) cited.add(rule);
  }
  return cited;
}

describe('SPEC.md', () => {
  const document = readFileSync(new URL('../../SPEC.md', import.meta.url), 'utf8');
  const rules = rulesOf(document, RULE);
  const cited = citedRules();

  it('numbers each rule once', () => {
    const all = [...rules, ...rulesOf(document, STRUCK)];
    expect(all.filter((rule, place) => all.indexOf(rule) !== place)).to.deep.equal([]);
  });

  it('has a test for every rule', () => {
    expect(rules.filter((rule) => !cited.has(rule))).to.deep.equal([]);
  });

  it('has every rule that a test cites', () => {
    expect([...cited].filter((rule) => !rules.includes(rule))).to.deep.equal([]);
  });
});
