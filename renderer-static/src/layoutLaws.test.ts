import type { Block, Page } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Browser, Page as BrowserPage } from 'playwright-core';
import { renderPage } from './renderPage.ts';
import { closeWindows, sharedBrowser } from '../../scripts/testing/chromium.mjs';
import {
  measureLoaded,
  measureNested,
  measurePage,
  type MeasuredPage,
  type NestedBox,
} from './testing/measurePage.ts';
import { newOverlaps } from './testing/pairs.ts';
import { laidOutPages } from './testing/laidOutPages.ts';
import { randomPages, type RandomPageOptions } from './testing/randomPages.ts';

const PHONES = [320, 375, 414, 600];
const SHORT = 'a';
const LONG =
  'Words that go on and on, incomprehensibly, and then go on for quite some more. '.repeat(3);
const SOME = 'A few words here';
const LAYOUTS = ['scaled', 'automatic'] as const;

/** A law: the random pages it applies to, and how it finds violations, as messages. */
interface Law {
  readonly statement: string;
  readonly layouts: readonly ('scaled' | 'automatic')[];
  readonly pages: Omit<RandomPageOptions, 'phoneLayout'>;
  readonly faults: (make: (text: string) => Page, tools: Tools) => Promise<readonly string[]>;
}

interface Tools {
  readonly measure: (page: Page, width: number, textZoom?: number) => Promise<MeasuredPage>;
  readonly clusters: (page: Page, width: number) => Promise<readonly NestedBox[]>;
}

/** Text zoom of browsers that enlarge text only. */
function zoomText(html: string, by: number): string {
  return html.replace(
    /font-size:([^;}]+)/g,
    (_, size: string) => `font-size:calc(${String(by)}*(${size}))`,
  );
}

const LAWS: Readonly<Record<string, Law>> = {
  LY1: {
    statement: 'on a desktop every box is where the author put it',
    layouts: LAYOUTS,
    pages: { rotated: true, roomy: true, overhang: true, pins: true },
    faults: async (make, { measure }) => {
      const page = make(SHORT);
      const ref = page.settings.referenceWidth;
      const faults: string[] = [];
      for (const width of [Math.max(601, ref), 1280, 1920])
        for (const block of (await measure(page, width)).blocks)
          if (block.isVisible) faults.push(...misplaced(block, page, width));
      return faults;
    },
  },
  LY2: {
    statement:
      'text at 200% zoom, or longer text, pushes blocks down and never overlaps a block that it did not overlap before',
    layouts: LAYOUTS,
    pages: { pins: true },
    faults: async (make, { measure }) => {
      const faults: string[] = [];
      // At 200% zoom, a window of 1280 px is 640 px wide.
      const widths = [1280, 640, 375];
      const [short, long, some] = [make(SHORT), make(LONG), make(SOME)];
      const before = new Map<number, MeasuredPage>();
      for (const width of widths) before.set(width, await measure(short, width));
      for (const [page, zoom] of [
        [long, 1],
        [some, 2],
      ] as const)
        for (const [width, { blocks }] of before) {
          const after = await measure(page, width, zoom);
          faults.push(...newOverlaps(blocks, after.blocks));
          if (width > 600) faults.push(...movedUp(blocks, after.blocks));
        }
      return faults;
    },
  },
  LY3: {
    statement: 'text keeps 14 px, or its authored size where that is smaller',
    layouts: LAYOUTS,
    pages: {},
    faults: async (make, { measure }) => {
      const page = make(SHORT);
      const wide = new Map((await measure(page, 1366)).blocks.map((block) => [block.id, block]));
      const faults: string[] = [];
      for (const width of PHONES)
        for (const { id, fontPx } of (await measure(page, width)).blocks) {
          const authored = wide.get(id)?.fontPx ?? null;
          if (fontPx !== null && authored !== null && fontPx < Math.min(14, authored) - 0.01)
            faults.push(`${id} has ${String(fontPx)} px at ${String(width)}`);
        }
      return faults;
    },
  },
  LY4: {
    statement: 'no sideways scroll on any screen',
    layouts: LAYOUTS,
    pages: { rotated: true, overhang: true, pins: true },
    faults: async (make, { measure }) => {
      const faults: string[] = [];
      const page = make(LONG);
      for (const width of [...PHONES, 601, 1280, 1920]) {
        const { scrollWidth, scrolledTo } = await measure(page, width);
        if (scrollWidth > width || scrolledTo > 0)
          faults.push(`${String(scrollWidth)} px wide at ${String(width)}`);
      }
      return faults;
    },
  },
  LY5: {
    statement: 'blocks overlap on a phone only if they overlap on the desktop',
    layouts: LAYOUTS,
    pages: { pins: true },
    faults: async (make, { measure }) => {
      const page = make(SHORT);
      // The window that `scaled` shows has pinned blocks in their authored positions.
      const isPinned = ({ id }: { id: string }): boolean =>
        page.settings.phoneLayout === 'scaled' && page.things[id]?.position.pin !== undefined;
      const desktop = (await measure(page, 1366)).blocks.filter((block) => !isPinned(block));
      const faults: string[] = [];
      const long = make(LONG);
      for (const width of PHONES)
        faults.push(...newOverlaps(desktop, (await measure(long, width)).blocks));
      return faults;
    },
  },
  'LY6 on desktops': {
    statement: 'the document follows the bands from the top',
    layouts: LAYOUTS,
    pages: { rotated: true },
    faults: async (make, { measure }) => {
      const page = make(SHORT);
      const { blocks } = await measure(page, 1366);
      const ids = blocks.filter(({ parent }) => parent === '').map(({ id }) => id);
      return ['s1', 's2'].flatMap((section) => againstBands(page, section, ids));
    },
  },
  'LY6 on phones': {
    statement: 'clusters are below each other in the order of the document',
    layouts: ['automatic'],
    pages: { rotated: true },
    faults: async (make, tools) => {
      const faults: string[] = [];
      const page = make(SHORT);
      for (const width of PHONES) {
        const clusters = await tools.clusters(page, width);
        clusters.forEach((a, index) => {
          // Columns are read one after another, so blocks are compared within their column.
          for (const b of clusters.slice(index + 1).filter(({ parent }) => parent === a.parent)) {
            const isAbove = b.y + b.height <= a.y;
            const isBefore =
              b.x + b.width <= a.x && b.y < a.y + a.height - 0.1 && a.y < b.y + b.height - 0.1;
            if (isAbove || isBefore) faults.push(`${b.id} before ${a.id} at ${String(width)}`);
          }
        });
      }
      return faults;
    },
  },
  LY7: {
    statement: 'with automatic phone layout, nothing is missing or cut off at the screen’s sides',
    layouts: ['automatic'],
    pages: { rotated: true, roomy: true, overhang: true, pins: true },
    faults: async (make, { measure }) => {
      const faults: string[] = [];
      const page = make(SHORT);
      for (const width of PHONES)
        for (const block of (await measure(page, width)).blocks.filter(({ parent }) => !parent)) {
          const isHidden = page.things[block.id]?.properties.hideOn === 'mobile';
          if (block.isVisible === isHidden) faults.push(`${block.id} is shown or missing`);
          if (block.isVisible && (block.x < -0.5 || block.x + block.width > width + 0.5))
            faults.push(`${block.id} sticks out at ${String(width)}`);
        }
      return faults;
    },
  },
};

/**
 * The same pages in every run; for others: `LAYOUT_SEED=5 npx mocha
 * renderer-static/src/layoutLaws.test.ts`.
 */
const SEED = Number(process.env.LAYOUT_SEED ?? '2026');

/** Small defects in the document that the laws must detect. */
const MUTANTS: readonly (readonly [law: string, from: RegExp, to: string])[] = [
  ['LY1', /\.s\{/, '.s{top:2px;'],
  ['LY1', / - 50cqw/, ' - 48cqw'],
  ['LY2', /minmax\((calc\([^)]*\)\)|0),auto\)/g, '$1'],
  ['LY3', /--f:14px/, '--f:9px'],
  ['LY4', /overflow-x:clip/, ''],
  ['LY5', /minmax\((calc\([^)]*\)\)|0),auto\)/g, '$1'],
  [
    'LY6 on desktops',
    /(<div class="g [^]*?)(<div class="g [^]*?)(?=<div class="g |<\/(?:section|div)>\n)/g,
    '$2$1',
  ],
  ['LY6 on phones', /flex-flow:row wrap/, 'flex-flow:row-reverse wrap'],
  ['LY7', /\(100cqw - 32px\)\//g, '150cqw/'],
];

/** The laws of the published layout, measured in Chromium on random pages. */
describe('laws of the published layout [LY1, LY2, LY3, LY4, LY5, LY6, LY7]', function () {
  // A failing page is shrunk before it is reported, which takes time.
  this.timeout(600_000);
  let browser: Browser;
  let screen: BrowserPage;
  before(async () => {
    browser = await sharedBrowser();
    // One browser page for all tests: opening one costs as much as loading several documents.
    screen = await browser.newPage();
  });
  after(async () => {
    await closeWindows(browser);
  });

  const tools = (alter: (html: string) => string = (html) => html): Tools => {
    // A page is loaded once for consecutive widths: only its CSS depends on the screen.
    let loaded: { readonly page: Page; readonly textZoom: number } | null = null;
    const measure: Tools['measure'] = (page, width, textZoom = 1) => {
      if (loaded?.page === page && loaded.textZoom === textZoom)
        return measureLoaded(screen, width);
      loaded = { page, textZoom };
      const html = alter(renderPage(page).html);
      return measurePage(screen, textZoom === 1 ? html : zoomText(html, textZoom), width);
    };
    return {
      measure,
      clusters: async (page, width) => {
        await measure(page, width);
        return measureNested(screen, '.c,.w', '.w');
      },
    };
  };

  for (const [name, law] of Object.entries(LAWS))
    for (const phoneLayout of law.layouts)
      for (const [pages, kind, numRuns] of [
        [randomPages, 'scattered', process.env.CI ? 8 : 4],
        [laidOutPages, 'laid out', process.env.CI ? 4 : 2],
      ] as const)
        it(`${name} (${phoneLayout}, ${kind}): ${law.statement}`, async () => {
          await fc.assert(
            fc.asyncProperty(pages({ ...law.pages, phoneLayout }), async (make) => {
              expect(await law.faults(make, tools())).to.deep.equal([]);
            }),
            { numRuns, seed: SEED },
          );
        });

  for (const [name, from, to] of MUTANTS)
    it(`${name} detects a damaged document [LY11]`, async () => {
      const law = LAWS[name];
      if (!law) throw new Error(`no law ${name}`);
      const pages = fc.sample(
        randomPages({ ...law.pages, phoneLayout: law.layouts.at(-1) ?? 'scaled' }),
        { numRuns: 12, seed: 7 },
      );
      const harmed = tools((html) => html.replace(from, to));
      for (const make of pages) if ((await law.faults(make, harmed)).length > 0) return;
      expect.fail('the damage was not detected');
    });
});

/** Describes wrong positions of blocks on a screen; rotated ones are compared by their bounds. */
function misplaced(
  box: { id: string; x: number; y: number; width: number; height: number },
  page: Page,
  screenWidth: number,
): string[] {
  const block = page.things[box.id];
  if (!block) return [`${box.id} is not on the page`];
  const ref = page.settings.referenceWidth;
  const origin = originOf(block, page);
  const angle = ((block.type === 'group' ? 0 : block.position.rotationDeg) * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  const { width, height } = block.position;
  const boundsWidth = (width * cos + height * sin) * ref;
  const middle = (screenWidth - ref) / 2 + (origin.x + width / 2) * ref;
  const expected = {
    width: boundsWidth,
    height: (width * sin + height * cos) * ref,
    x: middle + pinOffsetPx(block, page, screenWidth),
    y: (origin.y + height / 2) * ref,
  };
  const found = { ...box, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return (['x', 'y', 'width', 'height'] as const)
    .filter((side) => Math.abs(found[side] - expected[side]) > 0.5)
    .map((side) => `${box.id} ${side}: ${String(found[side])}, not ${String(expected[side])}`);
}

/** Distance that a pin moves a block or its group to the right, px. */
function pinOffsetPx(block: Block, page: Page, screenWidth: number): number {
  const { pin, x, width, height, rotationDeg } = block.position;
  const parent = page.things[block.parentUuid ?? ''];
  if (pin === undefined) return parent ? pinOffsetPx(parent, page, screenWidth) : 0;
  const ref = page.settings.referenceWidth;
  const angle = ((block.type === 'group' ? 0 : rotationDeg) * Math.PI) / 180;
  const bounds = width * Math.abs(Math.cos(angle)) + height * Math.abs(Math.sin(angle));
  const left = x + width / 2 - bounds / 2;
  const onScreen = Math.min(Math.max(left, 0), Math.max(0, 1 - bounds));
  const side = (screenWidth - ref) / 2;
  return (onScreen - left) * ref + (pin === 'left' ? -side : side);
}

/** A block's top left corner in page space, in units. */
function originOf(block: Block, page: Page): { x: number; y: number } {
  const parent = block.parentUuid === undefined ? undefined : page.things[block.parentUuid];
  if (!parent) return { x: 0, y: block.uuid === 's2' ? 1 : 0 };
  const origin = originOf(parent, page);
  return { x: origin.x + block.position.x, y: origin.y + block.position.y };
}

/** Blocks that are higher on the page with longer text. */
function movedUp(before: MeasuredPage['blocks'], after: MeasuredPage['blocks']): string[] {
  const previous = new Map(before.map((block) => [block.id, block]));
  return after.flatMap(({ id, y, isVisible }) => {
    const block = previous.get(id);
    return block?.isVisible && isVisible && y < block.y - 0.5 ? [`${id} moved up`] : [];
  });
}

/** Blocks that follow a block of a lower band in the document without being in another column. */
function againstBands(page: Page, section: string, ids: readonly string[]): string[] {
  const boxes = ids.flatMap((id) => {
    const block = page.things[id];
    return block?.parentUuid === section ? [{ id, ...boundsOf(block) }] : [];
  });
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) =>
        // A horizontal gap between the two that no block of the section crosses.
        boxes
          .flatMap(({ top, bottom }) => [top, bottom])
          .some(
            (line) =>
              b.bottom <= line &&
              line <= a.top &&
              b.top < a.bottom &&
              b.left < a.right &&
              a.left < b.right &&
              boxes.every(({ top, bottom }) => bottom <= line || top >= line),
          ),
      )
      .map((b) => `${b.id} comes after ${a.id}`),
  );
}

type Edges = Readonly<Record<'top' | 'bottom' | 'left' | 'right', number>>;

/** A block's edges, moved inwards to allow for rounding, in units. */
function boundsOf({ type, position }: Block): Edges {
  const angle = ((type === 'group' ? 0 : position.rotationDeg) * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  const { x, y, width, height } = position;
  const halfHeight = (width * sin + height * cos) / 2 - 0.002;
  const halfWidth = (width * cos + height * sin) / 2 - 0.002;
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  return {
    top: middleY - halfHeight,
    bottom: middleY + halfHeight,
    left: middleX - halfWidth,
    right: middleX + halfWidth,
  };
}
