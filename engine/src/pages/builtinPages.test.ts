import { expect } from 'chai';
import fc from 'fast-check';
import { asBuiltin, builtinBlocks } from '../blocks/builtinBlocks.ts';
import type { EditorState } from '../editor/EditorState.ts';
import { centerOf } from '../geometry/boxes.ts';
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
    if (!parent) {
      expect(block.position.width, block.uuid).to.equal(1);
      continue;
    }
    const { x, y, width, height } = rotatedBounds(block);
    expect(Math.min(x, y), block.uuid).to.be.at.least(-0.001);
    expect(x + width, block.uuid).to.be.at.most(1.001);
    expect(y + height, block.uuid).to.be.at.most(parent.position.height + 0.001);
  }
}

/** Expects a page to depend on the given ids and clock, and on nothing else. */
function expectPure(create: (given: ReturnType<typeof options>) => Page): void {
  const page = create(options());
  expect(create(options())).to.deep.equal(page);
  const date = '2026-01-01T00:00:00.000Z';
  expect(page).to.include({ createdAt: date, updatedAt: date });
  for (const [uuid, block] of Object.entries(page.things)) {
    expect(uuid).to.match(/^id-\d+$/);
    expect(block).to.include({ uuid, clientCreatedAt: date });
  }
}

describe('built-in pages', () => {
  it('the demo page has ID -2, is designed at 750 px and is 1.78 times as tall as wide [P14]', () => {
    const page = createDemoPage(options());
    expect(parsePage(JSON.parse(JSON.stringify(page)))).to.deep.equal(page);
    expect(page.ID).to.equal(-2);
    expect(page.settings.referenceWidth).to.equal(750);
    expect(page.relativeHeight).to.be.closeTo(1.78, 0.005);
    expect(heightOf(page)).to.be.closeTo(page.relativeHeight, 1e-9);
    expectInside(page);
  });

  it('the four cards of the demo page are each read to the end: shape, heading, text [P14]', () => {
    const { things } = createDemoPage(options());
    const orders = Object.values(things).flatMap(({ content }) => {
      const { readingOrder } = content as { readingOrder?: string[] };
      return readingOrder ? [readingOrder] : [];
    });
    expect(orders).to.have.length(1);
    const order = (orders[0] ?? []).flatMap((uuid) => things[uuid] ?? []);
    expect(order).to.have.length(12);
    for (let card = 0; card < 4; card++) {
      const [shape, heading, text] = order.slice(card * 3);
      const kinds = [shape, heading, text].map((block) => {
        const builtin = block && asBuiltin(block);
        return builtin?.type === 'text' ? builtin.content.text.content?.[0]?.type : builtin?.type;
      });
      expect(kinds).to.eql(['shape', 'heading', 'paragraph']);
      if (!shape || !heading || !text) continue;
      // The heading is above its text, and the shape is at the start of the heading.
      expect(text.position.x).to.equal(heading.position.x);
      expect(text.position.y - heading.position.y).to.be.within(0.05, 0.1);
      const center = centerOf(shape.position);
      expect(center.x - heading.position.x).to.be.within(0, 0.1);
      expect(center.y - heading.position.y).to.be.within(0, 0.1);
    }
  });

  it('the paper page has ID -1, is 600 px wide, valid and fits its window [P14]', () => {
    const page = createPaperPage(options());
    expect(parsePage(JSON.parse(JSON.stringify(page)))).to.deep.equal(page);
    expect(page).to.include({ ID: -1, slug: 'paper', isListed: false, isPeekable: false });
    expect(page.settings.referenceWidth).to.equal(600);
    expect(heightOf(page)).to.be.closeTo(page.relativeHeight, 1e-9);
    expectInside(page);
  });

  it('depend on ids and clock only [P14]', () => {
    expectPure(createDemoPage);
    expectPure(createPaperPage);
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

  it('replaces the page in one history entry of type Full, which can be undone [P15]', () => {
    const editor = makeTestEditor([makeTestBlock('a')], { maxBlocks: 40 });
    const before = editor.page;
    editor.select(['a']);
    expect(editor.unleashChaosMonkey().ok).to.equal(true);
    const { state } = editor as unknown as { state: EditorState };
    expect(state.history.latest?.edit.type).to.equal('Full');
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
