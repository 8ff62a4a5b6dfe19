/**
 * What `run.mjs` bundles and starts: renders pages beside React in turns, and writes the figures to
 * a file.
 */
import { writeFileSync } from 'node:fs';
import { contest } from '../../engine/bench/contest.mjs';
import { mixedPage } from '../../engine/bench/mixedPage.mjs';
import { renderPage } from '../src/renderPage.ts';
import { SAMPLE_PAGES } from '../src/testing/samples/samplePages.ts';
import { plainPage } from './plainPage.mjs';
import { reactPage } from './reactPage.mjs';

const { isQuick, answer } = JSON.parse(process.argv[2]);

/** How much longer ours may take than React for the same blocks (architecture.md, "Figures to reach"). */
const AT_MOST = 1 / 3;
/** The same for a page of which one block has changed since it was rendered. */
const AT_MOST_AGAIN = 1 / 6;

const flowing = (page) => ({
  ...page,
  settings: { ...page.settings, phoneLayout: 'automatic' },
});

/** Pages that differ in one block each; the other blocks are the same records. */
function versionsOf(page, count) {
  const [uuid, block] = Object.entries(page.things).find(([, { type }]) => type === 'shape');
  return Array.from({ length: count }, (_, version) => {
    const styles = { ...block.styles, opacity: 0.5 + version / 1000 };
    return { ...page, things: { ...page.things, [uuid]: { ...block, styles } } };
  });
}

/** @param times how often a turn renders each page: what is small is soon done */
function caseOf(name, pages, { rounds, times = 1, limit = null }) {
  const all = Array.from({ length: times }, () => pages).flat();
  const contestants = [
    { name: 'renderPage', run: () => all.map((page) => renderPage(page).html.length) },
    { name: 'React', run: () => all.map((page) => reactPage(page).length) },
  ];
  return { name, contestants, rounds, ops: all.length, limit };
}

const mixed = flowing(mixedPage(200));
const cases = [
  caseOf(
    'the ten sample pages',
    Object.values(SAMPLE_PAGES).map((make) => make()),
    { rounds: 5 },
  ),
  caseOf('40 blocks', [flowing(mixedPage(40))], { rounds: 7, times: 20 }),
  caseOf('200 blocks', [mixed], { rounds: 7, times: 10, limit: AT_MOST }),
  caseOf('200 blocks, one of them changed', versionsOf(mixed, 5), {
    rounds: 6,
    limit: AT_MOST_AGAIN,
  }),
  ...(isQuick
    ? []
    : [
        caseOf('1,000 blocks', [flowing(mixedPage(1000))], { rounds: 5 }),
        caseOf('10,000 blocks', [flowing(mixedPage(10_000))], { rounds: 2 }),
      ]),
];

const results = cases.map(({ name, contestants, rounds, ops, limit }) => {
  if (!isQuick) console.log(`Measuring ${name} ...`);
  const times = isQuick ? { rounds: 1, warmUp: 0 } : { rounds, warmUp: Math.ceil(rounds / 2) };
  return { name, limit, figures: contest(contestants, { ops, ...times }) };
});

const weights = [40, 200].map((count) => {
  const { weight } = renderPage(plainPage(count));
  return { name: `${String(count)} blocks of text and shapes`, ...weight };
});

writeFileSync(
  answer,
  JSON.stringify({ results, weights, memory: memoryOf(isQuick ? 200 : 10_000) }),
);

/** What a rendering leaves behind, and what it needs meanwhile at most, bytes. */
function memoryOf(count) {
  const page = flowing(mixedPage(count));
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const rendered = renderPage(page);
  const during = process.memoryUsage().heapUsed - before;
  globalThis.gc?.();
  const kept = process.memoryUsage().heapUsed - before;
  return { count, during, kept, html: rendered.weight.html };
}
