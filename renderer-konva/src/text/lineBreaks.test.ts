import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TextComparison } from '../testing/harness/compareText.ts';
import {
  ALL_SCRIPTS,
  PLAIN_SCRIPTS,
  type SeededScripts,
  seededText,
} from '../testing/seededTexts.ts';
import { type Harness, startHarness } from '../testing/startHarness.ts';

/** How many texts are laid out in the document at once. */
const AT_ONCE = 100;
/** How many texts are compared; more where tests may take longer, and seeds that failed are kept. */
const TEXTS = process.env['CI'] ? { plain: 400, all: 300 } : { plain: 100, all: 100 };

/**
 * Seeds of texts that once broke differently: in a word at the end of an element, at punctuation,
 * or between joined letters.
 */
const MORE = { plain: [5161], all: [4601, 20_072, 20_342] } as const;

/** How line breaks on the canvas compare with the browser's, over many texts. */
interface Outcome {
  readonly texts: number;
  readonly lines: number;
  /** Texts whose lines break differently: the seed, and the first line that differs. */
  readonly different: readonly string[];
  /** Distances between the left ends of lines that break alike, px, the largest first. */
  readonly distances: readonly number[];
}

const lineTextsOf = ({ lines }: TextComparison['dom']): readonly string[] =>
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
    mix: SeededScripts,
    count: number,
    more: readonly number[] = [],
  ): Promise<Outcome> => {
    const different: string[] = [];
    const distances: number[] = [];
    let lines = 0;
    const all = [...Array.from({ length: count }, (_, index) => index + 1), ...more];
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const seeds = all.slice(from, from + AT_ONCE);
      const compared = await page.evaluate(
        (texts) => window.harness.compareTexts(texts),
        seeds.map((seed) => seededText(seed, mix)),
      );
      compared.forEach(({ dom, canvas }, index) => {
        const [theirs, ours] = [lineTextsOf(dom), lineTextsOf(canvas)];
        const other = theirs.findIndex((text, line) => text !== ours[line]);
        if (other >= 0 || theirs.length !== ours.length) {
          different.push(`${String(seeds[index])}: ${theirs[other] ?? ''} | ${ours[other] ?? ''}`);
          return;
        }
        expect(canvas.height, `height of ${String(seeds[index])}`).to.be.closeTo(dom.height, 0.05);
        dom.lines.forEach(({ text, x, baseline }, line) => {
          if (text.trim() === '') return;
          lines += 1;
          const own = canvas.lines[line];
          expect(own?.baseline, text).to.be.closeTo(baseline, 0.05);
          distances.push(Math.abs((own?.x ?? Infinity) - x));
        });
      });
    }
    return { texts: all.length, lines, different, distances: distances.sort((a, b) => b - a) };
  };

  const report = (name: string, { texts, lines, different, distances }: Outcome): void => {
    const same = texts - different.length;
    const far = distances.filter((px) => px > 0.75).length;
    // eslint-disable-next-line no-console -- the figures are what the test is for
    console.log(
      `      ${name}: ${String(same)} of ${String(texts)} texts break alike, ${String(lines)} lines; ` +
        `${String(far)} begin more than 0.75 px apart${different.map((each) => `\n        ${each}`).join('')}`,
    );
  };

  it('match the browser in Latin, Cyrillic, Greek, Chinese, Japanese, Korean and emoji [CV2]', async () => {
    const outcome = await compare(PLAIN_SCRIPTS, TEXTS.plain, MORE.plain);
    report('without right-to-left text', outcome);
    expect(outcome.different).to.deep.equal([]);
    expect(outcome.lines).to.be.above(8 * TEXTS.plain);
    // Characters at the border between two elements of one font may be kerned.
    expect(outcome.distances[Math.floor(outcome.lines / 200)]).to.be.below(0.1);
  });

  it('match the browser in 99 of 100 texts with right-to-left text, Thai and fallback fonts', async () => {
    const outcome = await compare(ALL_SCRIPTS, TEXTS.all, MORE.all);
    report('all mixed', outcome);
    expect(outcome.different.length / outcome.texts).to.be.at.most(0.01);
    expect(outcome.distances[Math.floor(outcome.lines / 50)]).to.be.below(0.1);
  });
});
