import { expect } from 'chai';
import fc from 'fast-check';
import { builtinBlocks } from '../blocks/builtinBlocks.ts';
import { rotatedBounds } from '../geometry/rotation.ts';
import type { Page } from '../model/Page.ts';
import { parsePage } from '../parsing/parsePage.ts';
import { makeTestEditor } from '../testing/makeTestEditor.ts';
import { makeTestBlock } from '../testing/makeTestPage.ts';
import { createChaosPage } from './createChaosPage.ts';
import { createDemoPage } from './createDemoPage.ts';
import { createPaperPage } from './createPaperPage.ts';

function options() {
  let ids = 0;
  return { createId: () => `id-${String(++ids)}`, now: () => Date.UTC(2026, 0, 1) };
}

function heightOf(page: Pick<Page, 'things'>): number {
  return Object.values(page.things)
    .filter((block) => block.parentUuid === undefined)
    .reduce((sum, block) => sum + block.position.height, 0);
}

/** Expects each block to be inside the window and its section, so that phones show all of it. */
function expectInside(page: Page): void {
  for (const block of Object.values(page.things)) {
    const parent = page.things[block.parentUuid ?? ''];
    if (!parent) continue;
    const { x, y, width, height } = rotatedBounds(block);
    expect(Math.min(x, y), block.uuid).to.be.at.least(-0.001);
    expect(x + width, block.uuid).to.be.at.most(1.001);
    expect(y + height, block.uuid).to.be.at.most(parent.position.height + 0.001);
  }
}

describe('built-in pages', () => {
  it('the demo page has ID -2, is designed at 750 px and is 1.78 times as high as wide [P14]', () => {
    const page = createDemoPage(options());
    expect(parsePage(JSON.parse(JSON.stringify(page)))).to.deep.equal(page);
    expect(page.ID).to.equal(-2);
    expect(page.settings.referenceWidth).to.equal(750);
    expect(page.relativeHeight).to.be.closeTo(1.78, 0.005);
    expect(heightOf(page)).to.be.closeTo(page.relativeHeight, 1e-9);
    expectInside(page);
    expect(createDemoPage(options())).to.deep.equal(page);
  });

  it('a reading order on the demo page lists 12 of its blocks [P14]', () => {
    const page = createDemoPage(options());
    for (const { content } of Object.values(page.things)) {
      const { readingOrder } = content as { readingOrder?: string[] };
      for (const uuid of readingOrder ?? []) expect(page.things).to.have.property(uuid);
      if (readingOrder) expect(readingOrder).to.have.length(12);
    }
  });

  it('the paper page has ID -1, is valid and fits its window [P14]', () => {
    const page = createPaperPage(options());
    expect(parsePage(JSON.parse(JSON.stringify(page)))).to.deep.equal(page);
    expect(page).to.include({ ID: -1, slug: 'paper', isListed: false, isPeekable: false });
    expect(heightOf(page)).to.be.closeTo(page.relativeHeight, 1e-9);
    expectInside(page);
    expect(createPaperPage(options())).to.deep.equal(page);
  });
});

describe('Chaos monkey', () => {
  const rolls = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
    minLength: 1,
    maxLength: 40,
  });
  const chaos = (seed: readonly number[], maxBlocks: number | null, referenceWidth = 600) => {
    let at = 0;
    return createChaosPage({
      ...options(),
      random: () => seed[at++ % seed.length] ?? 0,
      settings: { editorVersion: '0.7.0', referenceWidth },
      maxBlocks,
    });
  };

  it('makes a valid page with every block type that all plans allow, for any seed (law) [P15]', () => {
    fc.assert(
      fc.property(rolls, fc.constantFrom(375, 600, 1366), (seed, referenceWidth) => {
        const page = chaos(seed, null, referenceWidth);
        parsePage({ ...makeTestEditor().page, ...page });
        const types = new Set(Object.values(page.things).map(({ type }) => type));
        const allowed = Object.values(builtinBlocks).filter((each) => !('needs' in each));
        for (const { type } of allowed) expect([...types]).to.include(type);
        expect(types.has('code-embed')).to.equal(false);
        expect(heightOf(page)).to.be.closeTo(page.relativeHeight, 1e-9);
        for (const { position, parentUuid } of Object.values(page.things))
          if (parentUuid !== undefined) {
            expect(position.width * referenceWidth).to.be.above(10);
            expect(position.x).to.be.within(-0.5, 1.2);
          }
        expect(chaos(seed, null, referenceWidth)).to.deep.equal(page);
      }),
      { numRuns: 25 },
    );
  });

  it('respects the block cap, which counts sections and contents of groups (law) [P15]', () => {
    fc.assert(
      fc.property(rolls, fc.integer({ min: 2, max: 90 }), (seed, maxBlocks) => {
        const count = Object.keys(chaos(seed, maxBlocks).things).length;
        expect(count).to.be.within(2, maxBlocks);
        if (maxBlocks >= 40) expect(count).to.be.at.least(38);
      }),
      { numRuns: 60 },
    );
  });

  it('replaces the page in one history entry, which can be undone [P15]', () => {
    const editor = makeTestEditor([makeTestBlock('a')], { maxBlocks: 40 });
    const before = editor.page;
    editor.select(['a']);
    expect(editor.unleashChaosMonkey().ok).to.equal(true);
    expect(editor.blocks.has('a')).to.equal(false);
    expect(editor.blocks.size).to.be.within(38, 40);
    expect(editor.selection.size).to.equal(0);
    expect(editor.fields.settings).to.deep.equal(before.settings);
    parsePage(editor.page);
    expect(editor.undo()).to.equal(true);
    expect(editor.canUndo).to.equal(false);
    expect(editor.page).to.deep.equal(before);
    expect([...editor.selection]).to.deep.equal(['a']);
  });
});
