/**
 * The module that `run.mjs` bundles and starts: renders pages alternately with our renderer and
 * React, and writes the figures to a file.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { deepFreeze } from '@cobble/engine';
import { contest } from '../../engine/bench/contest.mjs';
import { mixedPage } from '../../engine/bench/mixedPage.mjs';
import { renderPage } from '../src/renderPage.ts';
import { SAMPLE_PAGES } from '../src/testing/samples/samplePages.ts';
import { plainPage } from './plainPage.mjs';
import { elementsOf, reactDocument } from './reactDocument.mjs';
import { reactPage } from './reactPage.mjs';

const { isQuick, resultFile } = JSON.parse(process.argv[2]);

/** Longest time allowed, as a ratio to React's for the same blocks. */
const AT_MOST = 1 / 3;
/** The same for a page of which one block has changed since the last rendering. */
const AT_MOST_AGAIN = 1 / 6;

const flowing = (page) => ({
  ...page,
  settings: { ...page.settings, phoneLayout: 'automatic' },
});

/**
 * As a host renders a page that it publishes: with Node's SHA-256, which is faster than the
 * portable one.
 */
const options = { sha256: (text) => createHash('sha256').update(text).digest('base64') };

/**
 * One round renders each page `times` times, parsed from JSON each time, so that nothing is cached.
 * `React` renders the same pages, `React, elements given` the elements of the finished documents.
 */
function firstTime(name, pages, { rounds, times = 1, limit = null }) {
  const all = Array.from({ length: times }, () => pages).flat();
  const texts = all.map((page) => JSON.stringify(page));
  const elements = all.map((page) => elementsOf(renderPage(page, options).html));
  const setUp = () => texts.map((text) => JSON.parse(text));
  const contestants = [
    { name: 'renderPage', setUp, run: (fresh) => fresh.map(render) },
    { name: 'React', setUp, run: (fresh) => fresh.map((page) => reactPage(page).length) },
    {
      name: 'React, elements given',
      run: () => elements.map((each) => reactDocument(each).length),
    },
  ];
  return { name, contestants, rounds, ops: all.length, limit };
}

const render = (page) => renderPage(page, options).html.length;

/**
 * One round renders pages that differ from a rendered page in one block each; all other blocks are
 * the same frozen records, as in the editor.
 *
 * @param change changes a block's style, text or position, depending on a number
 */
function again(name, page, { type, change, rounds, times = 10, limit = null }) {
  const frozen = deepFreeze(structuredClone(page));
  const [uuid, block] = Object.entries(frozen.things).find(([, each]) => each.type === type);
  let count = 0;
  const next = () => {
    const changed = { ...block, ...change(block, ++count) };
    return deepFreeze({ ...frozen, things: { ...frozen.things, [uuid]: changed } });
  };
  const setUp = () => Array.from({ length: times }, next);
  render(frozen);
  const elements = elementsOf(renderPage(frozen, options).html);
  const contestants = [
    { name: 'renderPage', setUp, run: (fresh) => fresh.map(render) },
    { name: 'React', setUp, run: (fresh) => fresh.map((each) => reactPage(each).length) },
    {
      name: 'React, elements given',
      setUp,
      run: (fresh) => fresh.map(() => reactDocument(elements).length),
    },
  ];
  return { name, contestants, rounds, ops: times, limit };
}

const styleChange = {
  type: 'shape',
  change: ({ styles }, count) => ({
    styles: { ...styles, opacity: 0.5 + (count % 4999) / 10_000 },
  }),
};
const textChange = {
  type: 'sticky-note',
  change: ({ content }, count) => ({
    content: { ...content, stickyNoteText: { ...content.stickyNoteText, text: `Note ${count}` } },
  }),
};
const positionChange = {
  type: 'shape',
  change: ({ position }, count) => ({
    position: { ...position, y: position.y + (count % 100) / 1000 },
  }),
};

const mixed = flowing(mixedPage(200));
const cases = [
  firstTime(
    'the ten sample pages',
    Object.values(SAMPLE_PAGES).map((make) => make()),
    { rounds: 5 },
  ),
  firstTime('40 blocks', [flowing(mixedPage(40))], { rounds: 7, times: 20 }),
  firstTime('200 blocks', [mixed], { rounds: 7, times: 10, limit: AT_MOST }),
  again('200 blocks, one style changed', mixed, {
    ...styleChange,
    rounds: 9,
    limit: AT_MOST_AGAIN,
  }),
  again('200 blocks, one text changed', mixed, { ...textChange, rounds: 9, limit: AT_MOST_AGAIN }),
  again('200 blocks, one block moved', mixed, {
    ...positionChange,
    rounds: 9,
    limit: AT_MOST_AGAIN,
  }),
  ...(isQuick
    ? []
    : [
        firstTime('1,000 blocks', [flowing(mixedPage(1000))], { rounds: 5 }),
        firstTime('10,000 blocks', [flowing(mixedPage(10_000))], { rounds: 2 }),
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
  resultFile,
  JSON.stringify({ results, weights, memory: memoryOf(isQuick ? 200 : 10_000) }),
);

/**
 * How much a rendering grows the heap, bytes: before garbage collection (`during`) and after it
 * (`retained`).
 */
function memoryOf(count) {
  const page = flowing(mixedPage(count));
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const rendered = renderPage(page);
  const during = process.memoryUsage().heapUsed - before;
  globalThis.gc?.();
  const retained = process.memoryUsage().heapUsed - before;
  return { count, during, retained, html: rendered.weight.html };
}
