import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { parsePage } from '../parsing/parsePage.ts';
import { boxesOfLegacyPage, boxesOfPage, expectSameBoxes } from '../testing/pageBoxes.ts';
import { migratePage } from './migratePage.ts';

const FOLDER = new URL('./golden/', import.meta.url);
const OUTCOME = '.migrated.json';
const siteHosts = ['ines.cobble.example', 'tomas.cobble.example'];

/**
 * Inputs: written by hand from the specification, before the migrations, and never changed. The
 * large ones are generated: forty market stalls with values from the specification.
 */
const names = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json') && !name.endsWith(OUTCOME))
  .map((name) => name.slice(0, -'.json'.length));

const read = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as unknown;

/** `UPDATE_GOLDEN=1` rewrites the expected outputs; review them before committing. */
function expectGolden(name: string, outcome: unknown): void {
  const text = JSON.stringify(outcome, null, 2) + '\n';
  const file = new URL(name + OUTCOME, FOLDER);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  expect(JSON.parse(text)).to.eql(JSON.parse(readFileSync(file, 'utf8')));
}

describe('migratePage, with pages of every version', () => {
  it('has at least three pages of every version', () => {
    const counts = new Map<string, number>();
    for (const name of names) {
      const version = name.split('-')[0] ?? '';
      counts.set(version, (counts.get(version) ?? 0) + 1);
    }
    const versions = 'none 0.2.0 0.3.0 0.4.0 0.4.1 0.5.1 0.5.2 0.5.3 0.6.0 0.7.0'.split(' ');
    expect(versions.filter((version) => (counts.get(version) ?? 0) < 3)).to.eql([]);
  });

  it('has a page of over 250 blocks of each of the two oldest versions', () => {
    const sizes = ['none-large', '0.2.0-large'].map((name) => {
      const { things } = read(`${name}.json`) as { readonly things: object };
      return Object.keys(things).length;
    });
    expect(Math.min(...sizes)).to.be.greaterThan(250);
  });

  for (const name of names) {
    const input = read(`${name}.json`);
    const outcome = migratePage(input, { siteHosts });

    it(`migrates ${name} to the expected page`, () => {
      expectGolden(name, outcome);
    });

    it(`migrates ${name} to a valid page that does not change when migrated again [G4]`, () => {
      const stored = JSON.stringify(outcome.page);
      expect(parsePage(JSON.parse(stored))).to.eql(outcome.page);
      const again = migratePage(JSON.parse(stored), { siteHosts });
      expect(again).to.eql({ page: outcome.page, from: '0.7.0', migrated: false, warnings: [] });
      expect(JSON.stringify(again.page)).to.equal(stored);
      expect(JSON.stringify(migratePage(input, { siteHosts }))).to.equal(JSON.stringify(outcome));
    });
  }

  // Damaged blocks have no position to compare; the golden files show where they end up.
  for (const name of names.filter((each) => !each.includes('damaged')))
    it(`keeps the position of each block of ${name} [G3]`, () => {
      const { page } = migratePage(read(`${name}.json`));
      expectSameBoxes(boxesOfLegacyPage(read(`${name}.json`)), boxesOfPage(page));
    });
});
