import type { Block, Page } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Browser, Page as BrowserPage } from 'playwright-core';
import { renderPage } from './renderPage.ts';
import { launchChromium } from './testing/launchChromium.ts';
import { measurePage } from './testing/measurePage.ts';
import { newOverlaps, runsOver } from './testing/pairs.ts';
import { randomPages } from './testing/randomPages.ts';

const PHONES = [320, 375, 414, 600];
const SHORT = 'a';
const LONG =
  'Words that go on and on, incomprehensibly, and then go on for quite some more. '.repeat(3);
const RUNS = { numRuns: 8 };
const LAYOUTS = ['scaled', 'automatic'] as const;

/** The laws of responsive.md, measured in Chromium on random pages. */
describe('the laws of the published layout', function () {
  this.timeout(120_000);
  let browser: Browser;
  let screen: BrowserPage;
  before(async () => {
    browser = await launchChromium();
    screen = await browser.newPage();
  });
  after(async () => {
    await browser.close();
  });
  const measure = (page: Page, width: number) => measurePage(screen, renderPage(page).html, width);

  /** Pages of both layouts that `check` finds no fault with; a fault is a list of words. */
  const holds = async (
    options: Parameters<typeof randomPages>[0],
    check: (make: (words: string) => Page) => Promise<readonly string[]>,
  ): Promise<void> => {
    await fc.assert(
      fc.asyncProperty(randomPages(options), async (make) => {
        expect(await check(make)).to.deep.equal([]);
      }),
      RUNS,
    );
  };

  for (const phoneLayout of LAYOUTS) {
    it(`G1 (${phoneLayout}): on a desktop every box is where the author put it`, async () => {
      await holds({ phoneLayout, turned: true, roomy: true, overhang: true }, async (make) => {
        const page = make(SHORT);
        const ref = page.settings.referenceWidth;
        const faults: string[] = [];
        for (const width of [Math.max(601, ref), 1280, 1920]) {
          const { blocks } = await measure(page, width);
          for (const block of blocks.filter(({ isVisible }) => isVisible))
            faults.push(...misplaced(block, page, (width - ref) / 2));
        }
        return faults;
      });
    });

    it(`G2 (${phoneLayout}): longer text pushes and never runs over what was clear of it`, async () => {
      await holds({ phoneLayout }, async (make) => {
        const faults: string[] = [];
        for (const width of [1280, 375]) {
          const before = await measure(make(SHORT), width);
          const after = await measure(make(LONG), width);
          faults.push(...newOverlaps(before.blocks, after.blocks));
        }
        return faults;
      });
    });

    it(`G3 (${phoneLayout}): text keeps 14 px, or its authored size where that is smaller`, async () => {
      await holds({ phoneLayout }, async (make) => {
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
      });
    });

    it(`P1 (${phoneLayout}): no sideways scroll on a phone`, async () => {
      await holds({ phoneLayout, turned: true, overhang: true }, async (make) => {
        const faults: string[] = [];
        for (const width of PHONES) {
          const { scrollWidth, scrolledTo } = await measure(make(LONG), width);
          if (scrollWidth > width || scrolledTo > 0)
            faults.push(`${String(scrollWidth)} px wide at ${String(width)}`);
        }
        return faults;
      });
    });

    it(`P3 (${phoneLayout}): no overlap on a phone that the desktop does not have`, async () => {
      await holds({ phoneLayout }, async (make) => {
        const desktop = await measure(make(SHORT), 1366);
        const faults: string[] = [];
        for (const width of PHONES)
          faults.push(...newOverlaps(desktop.blocks, (await measure(make(LONG), width)).blocks));
        return faults;
      });
    });

    it(`P4 (${phoneLayout}): the document follows the bands from the top`, async () => {
      await holds({ phoneLayout, turned: true }, async (make) => {
        const page = make(SHORT);
        const { blocks } = await measure(page, 1366);
        const ids = blocks.filter(({ parent }) => parent === '').map(({ id }) => id);
        return ['s1', 's2'].flatMap((section) => againstBands(page, section, ids));
      });
    });
  }

  it('P4: on a phone clusters follow one another as in the document', async () => {
    await holds({ phoneLayout: 'automatic' }, async (make) => {
      const faults: string[] = [];
      for (const width of PHONES) {
        const { blocks } = await measure(make(SHORT), width);
        const shown = blocks.filter(({ isVisible, parent }) => isVisible && parent === '');
        shown.forEach((a, index) => {
          for (const b of shown.slice(index + 1))
            if (b.y + b.height <= a.y && !connected(make(SHORT), a.id, b.id))
              faults.push(`${b.id} stands above ${a.id} at ${String(width)}`);
        });
      }
      return faults;
    });
  });

  it('P5: in automatic nothing is cut off at the screen’s sides', async () => {
    await holds({ phoneLayout: 'automatic', turned: true, overhang: true }, async (make) => {
      const faults: string[] = [];
      const page = make(SHORT);
      for (const width of PHONES) {
        for (const { id, x, width: own, isVisible, parent } of (await measure(page, width))
          .blocks) {
          const isHidden = page.things[id]?.properties.hideOn === 'mobile';
          if (parent !== '') continue;
          if (isVisible === isHidden) faults.push(`${id} is ${isVisible ? 'shown' : 'missing'}`);
          if (isVisible && (x < -0.5 || x + own > width + 0.5))
            faults.push(`${id} sticks out at ${String(width)}`);
        }
      }
      return faults;
    });
  });

  it('the measuring finds what is wrong: a page whose rows cannot grow runs over itself', async () => {
    const [make] = fc.sample(
      randomPages({ phoneLayout: 'scaled' }).filter(
        (each) => Object.keys(each('').things).length > 10,
      ),
      { numRuns: 1, seed: 7 },
    );
    if (!make) throw new Error('no page');
    const stiff = (page: Page): string =>
      renderPage(page).html.replace(/minmax\((calc\([^)]*\)\)|0),auto\)/g, '$1');
    const before = await measurePage(screen, stiff(make(SHORT)), 1280);
    const after = await measurePage(screen, stiff(make(LONG)), 1280);
    expect(newOverlaps(before.blocks, after.blocks)).not.to.deep.equal([]);
  });
});

/** What is wrong with a block's place, in words; turned ones are compared by their bounds. */
function misplaced(
  box: { id: string; x: number; y: number; width: number; height: number },
  page: Page,
  left: number,
): string[] {
  const block = page.things[box.id];
  if (!block) return [`${box.id} is not on the page`];
  const ref = page.settings.referenceWidth;
  const origin = originOf(block, page);
  const angle = ((block.type === 'group' ? 0 : block.position.rotationDeg) * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  const { width, height } = block.position;
  const expected = {
    width: (width * cos + height * sin) * ref,
    height: (width * sin + height * cos) * ref,
    x: left + (origin.x + width / 2) * ref,
    y: (origin.y + height / 2) * ref,
  };
  const found = { ...box, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return (['x', 'y', 'width', 'height'] as const)
    .filter((side) => Math.abs(found[side] - expected[side]) > 0.5)
    .map((side) => `${box.id} ${side}: ${String(found[side])}, not ${String(expected[side])}`);
}

/** A block's top left corner in page space, in units. */
function originOf(block: Block, page: Page): { x: number; y: number } {
  const parent = block.parentUuid === undefined ? undefined : page.things[block.parentUuid];
  if (!parent) return { x: 0, y: block.uuid === 's2' ? 1 : 0 };
  const origin = originOf(parent, page);
  return { x: origin.x + block.position.x, y: origin.y + block.position.y };
}

/** Blocks of a section that come later in the document than one that stands in a lower band. */
function againstBands(page: Page, section: string, ids: readonly string[]): string[] {
  const boxes = ids.flatMap((id) => {
    const block = page.things[id];
    return block?.parentUuid === section ? [{ id, ...boundsY(block) }] : [];
  });
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) =>
        // A free height between the two, that no block of the section crosses.
        boxes
          .flatMap(({ top, bottom }) => [top, bottom])
          .some(
            (line) =>
              b.bottom <= line &&
              line <= a.top &&
              b.top < a.bottom &&
              boxes.every(({ top, bottom }) => bottom <= line || top >= line),
          ),
      )
      .map((b) => `${b.id} comes after ${a.id}`),
  );
}

function boundsY({ type, position }: Block): { top: number; bottom: number } {
  const angle = ((type === 'group' ? 0 : position.rotationDeg) * Math.PI) / 180;
  const half =
    (position.width * Math.abs(Math.sin(angle)) + position.height * Math.abs(Math.cos(angle))) / 2;
  const middle = position.y + position.height / 2;
  return { top: middle - half + 0.002, bottom: middle + half - 0.002 };
}

/** Whether blocks belong together by overlapping, directly or through others. */
function connected(page: Page, from: string, to: string): boolean {
  const blocks = Object.values(page.things).filter(
    ({ parentUuid, properties }) =>
      parentUuid === page.things[from]?.parentUuid && properties.hideOn !== 'mobile',
  );
  const reached = new Set([from]);
  for (const id of reached)
    for (const block of blocks)
      if (page.things[id] && runsOver(page.things[id].position, block.position, 0))
        reached.add(block.uuid);
  return reached.has(to);
}
