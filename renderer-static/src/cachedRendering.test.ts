import {
  deepFreeze,
  defineBlock,
  defineKit,
  type Block,
  type Kit,
  type Page,
} from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { renderPage } from './renderPage.ts';
import type { RenderOptions } from './RenderOptions.ts';
import { PUBLISHED } from './testing/goldenDocuments.ts';
import { knownImages, imageBlocks } from './testing/knownImages.ts';
import { makeBlock, makePage } from './testing/makePage.ts';
import { samplePage } from './testing/sampleBlocks.ts';
import { SAMPLE_PAGES } from './testing/samples/samplePages.ts';

/** Returns a page's blocks after an edit; untouched records stay the same objects. */
type Edit = (things: Readonly<Record<string, Block>>, pick: number) => Record<string, Block>;

const withBlock = (
  things: Readonly<Record<string, Block>>,
  block: Block,
): Record<string, Block> => ({
  ...things,
  [block.uuid]: block,
});

/** Changes one block: which one, and to what, depends on the random number `n`. */
const changing =
  (change: (block: Block, n: number) => Partial<Block>): Edit =>
  (things, n) => {
    const blocks = Object.values(things).filter(({ parentUuid }) => parentUuid !== undefined);
    const block = blocks[n % blocks.length];
    return block ? withBlock(things, { ...block, ...change(block, n) }) : things;
  };

const heading = (level: number, n: number): object => ({
  type: 'doc',
  content: [
    {
      type: 'heading',
      attrs: { level, textAlign: null },
      content: [{ type: 'text', text: `Part ${String(n)} ą`, marks: [{ type: 'bold' }] }],
    },
  ],
});

const EDITS: readonly Edit[] = [
  changing(({ styles }, n) => ({ styles: { ...styles, opacity: (n % 90) / 100 } })),
  changing(({ styles }, n) => ({ styles: { ...styles, paddingPx: n % 30 } })),
  changing(({ position }, n) => ({ position: { ...position, y: (n % 150) / 100 } })),
  // Too small to change the box in quarter pixels.
  changing(({ position }, n) => ({ position: { ...position, width: position.width + n * 1e-8 } })),
  changing(({ position }, n) => ({ position: { ...position, zIndex: n } })),
  changing(({ position: { pin: _, ...position } }, n) => ({
    position: n % 3 === 0 ? position : { ...position, pin: n % 2 === 0 ? 'left' : 'right' },
  })),
  changing((_, n) => ({
    positionOn:
      n % 2 === 0 ? undefined : { mobile: { x: 0.1, y: n / 1000, width: 0.5, height: 0.2 } },
  })),
  changing(({ properties }, n) => ({
    properties: { ...properties, hideOn: ([undefined, 'mobile', 'desktop'] as const)[n % 3] },
  })),
  changing(({ properties }, n) => ({
    properties: { ...properties, htmlId: `id${String(n % 4)}` },
  })),
  changing(({ properties }, n) => ({
    properties: { ...properties, hyperlink: `https://example.com/${String(n)}` },
  })),
  changing((_, n) => ({
    type: 'text',
    content: { text: heading((n % 4) + 1, n), fontSize: 10 + (n % 30), font: 'Lora' },
  })),
  changing((_, n) => ({ type: n % 3 === 0 ? 'unheard-of' : 'bell', content: {} })),
  changing((_, n) => ({ altText: `Said ${String(n)}` })),
  (things, n) => {
    const [group] = Object.values(things)
      .filter(({ type }) => type === 'group')
      .slice(n % 5);
    const uuid = `new${String(n)}`;
    const parentUuid = group?.uuid ?? 's1';
    const position = { x: 0, y: (n % 20) / 10 };
    const content = { text: heading(1, n), fontSize: 9 };
    return withBlock(things, makeBlock({ uuid, type: 'text', parentUuid, position, content }));
  },
  (things, n) => {
    const removed = Object.values(things).filter(({ parentUuid }) => parentUuid !== undefined)[
      n % 7
    ];
    return Object.fromEntries(Object.entries(things).filter(([uuid]) => uuid !== removed?.uuid));
  },
  (things, n) => {
    const groups = Object.values(things).filter(({ type }) => type === 'group');
    const section = groups[n % groups.length];
    if (!section) return things;
    const { position, content } = section;
    const changed = n % 2 === 0 ? { ...position, height: position.height + 0.1 } : position;
    return withBlock(things, {
      ...section,
      position: changed,
      content: { ...content, readingOrder: Object.keys(things).slice(n % 9) },
    });
  },
];

const bell = (text: string): Kit =>
  defineKit({
    block: defineBlock({
      type: 'bell',
      content: z.looseObject({}),
      role: 'image',
      defaultContent: () => ({}),
      altText: () => text,
    }),
    staticView: (_, { element }) => ({ content: element('p', null, text) }),
  });

const OPTIONS: readonly RenderOptions[] = [
  {},
  PUBLISHED,
  { images: knownImages },
  { images: (url) => ({ ...knownImages(url), width: 7, height: 5, sources: [] }) },
  { safeMode: true, assetBaseUrl: 'https://assets.example.com' },
  { posts: () => [{ id: 1, caption: 'Now', createdAt: '2026-05-01T08:00:00.000Z' }] },
  { linkTo: (href) => `${href}#there`, kits: [bell('Ring')] },
  { linkTo: (href) => `${href}#here`, kits: [bell('Ring again')] },
  { codeEmbedUrl: (uuid, code) => `https://code.example.com/${uuid}${String(code.length)}` },
];

const SETTINGS: readonly Partial<Page['settings']>[] = [
  { phoneLayout: 'automatic' },
  { phoneLayout: 'scaled' },
  { lang: 'ar' },
  { lang: 'de' },
  { referenceWidth: 600 },
  { referenceWidth: 800 },
];

const PAGES: readonly (() => Page)[] = [
  samplePage,
  () => makePage(imageBlocks(), { phoneLayout: 'automatic' }),
  ...Object.values(SAMPLE_PAGES),
];

/**
 * For more or different runs: `CACHE_RUNS=500 CACHE_SEED=7 npx mocha
 * renderer-static/src/cachedRendering.test.ts`.
 */
const RUNS = Number(process.env.CACHE_RUNS ?? '12');
const SEED = Number(process.env.CACHE_SEED ?? '2026');

describe('cached block HTML', function () {
  // Each step renders the page twice, possibly on a busy machine.
  this.timeout(60_000 + RUNS * 5000);

  it('never changes the output: after any edits it equals a first rendering, byte for byte [PD10]', () => {
    const step = fc.record({
      edit: fc.nat(EDITS.length - 1),
      n: fc.nat(999),
      settings: fc.option(fc.nat(SETTINGS.length - 1), { freq: 4 }),
      hidesOverflow: fc.option(fc.boolean(), { freq: 6 }),
      options: fc.nat(OPTIONS.length * 2),
    });
    fc.assert(
      fc.property(
        fc.nat(PAGES.length - 1),
        fc.array(step, { minLength: 1, maxLength: 10 }),
        (pageIndex, steps) => {
          let page = deepFreeze(structuredClone(PAGES[pageIndex]?.() ?? makePage([])));
          renderPage(page);
          for (const { edit, n, settings, hidesOverflow, options: at } of steps) {
            const things = EDITS[edit]?.(page.things, n) ?? page.things;
            const style = hidesOverflow === null ? {} : { hideOverflow: hidesOverflow };
            page = deepFreeze({
              ...page,
              things,
              settings: { ...page.settings, ...SETTINGS[settings ?? -1] },
              style: { ...page.style, ...style },
            });
            // Half of the steps return to the default options.
            const options = OPTIONS[at % 2 === 0 ? 0 : (at - 1) / 2] ?? {};
            expect(renderPage(page, options)).to.deep.equal(
              renderPage(structuredClone(page), options),
            );
          }
        },
      ),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('is not used for records that are not frozen', () => {
    const block = makeBlock({ uuid: 'a', type: 'shape', altText: 'Before', content: {} });
    const page = makePage([block]);
    expect(renderPage(page).html).to.include('Before');
    Object.assign(block, { altText: 'After' });
    expect(renderPage(page).html).to.include('After');
  });

  it('does not skip the host’s lookups', () => {
    const channel = makeBlock({
      uuid: 'a',
      type: 'channel',
      content: { channelFilters: { accountIds: [1] } },
    });
    const page = deepFreeze(makePage([channel]));
    const posts = [{ id: 1, caption: 'First', createdAt: '2026-05-01T08:00:00.000Z' }];
    const options: RenderOptions = { posts: () => posts };
    expect(renderPage(page, options).html).to.include('First');
    Object.assign(posts[0] ?? {}, { caption: 'Second' });
    expect(renderPage(page, options).html).to.include('Second');
  });

  it('is released with its page', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const rendered = ((): readonly WeakRef<object>[] => {
      const page = deepFreeze(structuredClone(samplePage()));
      renderPage(page, PUBLISHED);
      renderPage(deepFreeze({ ...page, settings: { ...page.settings, lang: 'de' } }));
      return [page, ...Object.values(page.things)].map((each) => new WeakRef(each));
    })();
    const alive = (): number => rendered.filter((each) => each.deref() !== undefined).length;
    // Objects that a task has dereferenced stay alive until it ends, and those in code that V8 is
    // compiling until that is done.
    for (let tries = 0; tries === 0 || (alive() > 0 && tries < 100); tries++) {
      await new Promise((resolve) => setTimeout(resolve, tries));
      collect();
    }
    expect(alive()).to.equal(0);
  });
});
