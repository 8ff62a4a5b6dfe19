import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TextComparison } from '../testing/harness/compareText.ts';
import {
  ALL_LETTERS,
  PLAIN_LETTERS,
  type SeededLetters,
  seededText,
} from '../testing/seededTexts.ts';
import { type Harness, startHarness } from '../testing/startHarness.ts';

/** So many texts are laid out in the document at once. */
const AT_ONCE = 100;

/**
 * Seeds of texts that once broke otherwise: a word is cut where an element ends, beside a sign, or
 * between letters that are joined.
 */
const MORE = { plain: [5161], all: [4601, 20_072, 20_342] } as const;

/** How lines of many texts break on the canvas, beside the browser's own. */
interface Outcome {
  readonly texts: number;
  readonly lines: number;
  /** Texts whose lines break otherwise: the seed, and the first line that does. */
  readonly odd: readonly string[];
  /** Of the lines that break alike, how far their left ends are apart, px, from the worst on. */
  readonly apart: readonly number[];
}

const textStatsOf = ({ lines }: TextComparison['dom']): readonly string[] =>
  lines.map(({ text }) => text.trimEnd());

describe('line breaks of seeded rich texts', function () {
  this.timeout(240_000);
  let harness: Harness;
  let page: Page;
  before(async () => {
    harness = await startHarness({ hasScripts: true });
    ({ page } = await harness.open());
  });
  after(() => harness.stop());

  const compare = async (
    letters: SeededLetters,
    count: number,
    more: readonly number[] = [],
  ): Promise<Outcome> => {
    const odd: string[] = [];
    const apart: number[] = [];
    let lines = 0;
    const all = [...Array.from({ length: count }, (_, index) => index + 1), ...more];
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const seeds = all.slice(from, from + AT_ONCE);
      const compared = await page.evaluate(
        (texts) => window.harness.compareTexts(texts),
        seeds.map((seed) => seededText(seed, letters)),
      );
      compared.forEach(({ dom, canvas }, index) => {
        const [theirs, ours] = [textStatsOf(dom), textStatsOf(canvas)];
        const other = theirs.findIndex((text, line) => text !== ours[line]);
        if (other >= 0 || theirs.length !== ours.length) {
          odd.push(`${String(seeds[index])}: ${theirs[other] ?? ''} | ${ours[other] ?? ''}`);
          return;
        }
        expect(canvas.height, `height of ${String(seeds[index])}`).to.be.closeTo(dom.height, 0.05);
        dom.lines.forEach(({ text, x, baseline }, line) => {
          if (text.trim() === '') return;
          lines += 1;
          const own = canvas.lines[line];
          expect(own?.baseline, text).to.be.closeTo(baseline, 0.05);
          apart.push(Math.abs((own?.x ?? Infinity) - x));
        });
      });
    }
    return { texts: all.length, lines, odd, apart: apart.sort((a, b) => b - a) };
  };

  const report = (name: string, { texts, lines, odd, apart }: Outcome): void => {
    const alike = texts - odd.length;
    const far = apart.filter((px) => px > 0.75).length;
    // eslint-disable-next-line no-console -- the figures are what the test is for
    console.log(
      `      ${name}: ${String(alike)} of ${String(texts)} texts break alike, ${String(lines)} lines; ` +
        `${String(far)} begin more than 0.75 px apart${odd.map((each) => `\n        ${each}`).join('')}`,
    );
  };

  it('match the browser in Latin, Cyrillic, Greek, Chinese, Japanese, Korean and emoji [CV2]', async () => {
    const outcome = await compare(PLAIN_LETTERS, 1000, MORE.plain);
    report('to the right', outcome);
    expect(outcome.odd).to.deep.equal([]);
    expect(outcome.lines).to.be.above(8000);
    // Where two elements of one font meet, a pair may be kerned across them.
    expect(outcome.apart[Math.floor(outcome.lines / 200)]).to.be.below(0.1);
  });

  it('match the browser in 99 of 100 texts with right-to-left text, Thai and fallback fonts', async () => {
    const outcome = await compare(ALL_LETTERS, 500, MORE.all);
    report('all mixed', outcome);
    expect(outcome.odd.length / outcome.texts).to.be.at.most(0.01);
    expect(outcome.apart[Math.floor(outcome.lines / 50)]).to.be.below(0.1);
  });
});
