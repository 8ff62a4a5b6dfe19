import { type Box, type NewBlock, richTextFromPlain } from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import { makeEditor } from '../testing/makeEditor.ts';
import { plainResources } from '../testing/recordingTarget.ts';
import { DirtyRegions } from './DirtyRegions.ts';
import { PaintedAreas } from './PaintedAreas.ts';
import { ResourceUses } from './ResourceUses.ts';
import { containsBox, intersectBoxes } from '../paint/boxes.ts';
import { paintReachPx } from '../paint/paintReach.ts';
import { TilePlanner } from './tiles/TilePlanner.ts';

const unit = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
const shadow = fc.record({
  xPx: fc.integer({ min: -60, max: 60 }),
  yPx: fc.integer({ min: -60, max: 60 }),
  blurPx: fc.integer({ min: 0, max: 60 }),
  color: fc.constant('#000'),
});
const styles = fc.record(
  { boxShadow: shadow, dropShadow: shadow, blurPx: fc.integer({ min: 0, max: 20 }) },
  { requiredKeys: [] },
);
const blocks = fc
  .array(
    fc.record({
      type: fc.constantFrom('shape', 'text'),
      position: fc.record({
        x: unit(-0.5, 1),
        y: unit(0, 3),
        width: unit(0.05, 0.6),
        height: unit(0.05, 0.6),
        rotationDeg: fc.constantFrom(0, 0, 30, 90, 137),
      }),
      styles,
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((all): NewBlock<string>[] =>
    all.map((each, index) => ({
      ...each,
      uuid: `b${String(index)}`,
      ...(each.type === 'text' && { content: { text: richTextFromPlain('words') } }),
    })),
  );

/** A page's planner, and the areas that changes mark. */
function follow(page: NewBlock<string>[]) {
  const editor = makeEditor(page);
  const areas = new PaintedAreas(editor);
  const uses = new ResourceUses(plainResources());
  const planner = new TilePlanner(editor, areas, uses);
  const changes = new DirtyRegions(editor, areas, planner);
  const flush = (): Box[] => {
    const marked: Box[] = [];
    changes.flush(new Set(), {
      mark: (area) => marked.push(area),
      movingChanged: () => undefined,
    });
    return marked;
  };
  return { editor, areas, planner, changes, flush };
}

describe('painted areas', () => {
  it('are found from every area that they reach into', () => {
    fc.assert(
      fc.property(blocks, unit(-1, 1), unit(-1, 4), (page, x, y) => {
        const { editor, areas } = follow(page);
        const area = { x, y, width: 0.3, height: 0.3 };
        const found = new Set(editor.index.search(areas.searchBox(area)));
        for (const { uuid } of page) {
          const own = areas.areaOf(uuid ?? '');
          if (own && intersectBoxes(own, area)) expect(found.has(uuid ?? '')).to.equal(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('include shadows and blur', () => {
    fc.assert(
      fc.property(blocks, (page) => {
        const { editor } = follow(page);
        for (const { boxShadow, dropShadow, blurPx = 0 } of [...editor.blocks.values()].map(
          (block) => block.styles,
        )) {
          const block = [...editor.blocks.values()].find(
            (each) => each.styles.boxShadow === boxShadow && each.styles.dropShadow === dropShadow,
          );
          if (!block) continue;
          for (const each of [boxShadow, dropShadow])
            if (each)
              expect(paintReachPx(block, 600)).to.be.at.least(
                Math.max(Math.abs(each.xPx), Math.abs(each.yPx)) + each.blurPx + blurPx,
              );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are marked dirty before and after each change, groups with their descendants', () => {
    const everywhere = { x: -50, y: -50, width: 100, height: 100 };
    fc.assert(
      fc.property(blocks, unit(-0.3, 0.3), fc.boolean(), (page, by, isGrouped) => {
        const { editor, areas, planner, changes, flush } = follow(page);
        planner.flat(everywhere, null);
        flush();
        const ids = page.map(({ uuid }) => uuid ?? '');
        if (isGrouped && ids.length > 1) {
          editor.select(ids);
          const made = editor.groupSelection();
          if (made.ok) for (const uuid of [made.value, ...ids]) changes.touch(uuid);
          planner.flat(everywhere, null);
          flush();
        }
        const before = ids.map((uuid) => areas.areaOf(uuid));
        const [first = ''] = ids;
        const top = editor.blocks.get(first)?.parentUuid ?? '';
        const moved = editor.sectionIds.includes(top) ? first : top;
        const block = editor.blocks.get(moved);
        if (!block) throw new Error('the block is missing');
        editor.update([moved], { position: { x: block.position.x + by } });
        changes.note(moved, block, editor.blocks.get(moved));
        const marked = flush();
        const after = ids.map((uuid) => areas.areaOf(uuid));
        ids.forEach((uuid, index) => {
          if (uuid !== first && moved === first) return;
          for (const area of [before[index], after[index]])
            expect(area && marked.some((each) => containsBox(each, area))).to.equal(true, uuid);
        });
      }),
      { numRuns: 60 },
    );
  });

  it("are tight around shapes of the catalogue, and grow with a text's font size", () => {
    const editor = makeEditor([
      { uuid: 'named', type: 'shape', content: { shapeType: 'star' } },
      { uuid: 'own', type: 'shape', content: { shapeType: 'path', shapePath: 'M-50 0H150V9Z' } },
      { uuid: 'small', type: 'text', content: { text: richTextFromPlain('a'), fontSize: 12 } },
      { uuid: 'large', type: 'text', content: { text: richTextFromPlain('a'), fontSize: 200 } },
      {
        uuid: 'heading',
        type: 'text',
        content: {
          text: {
            type: 'doc',
            content: [{ type: 'heading', attrs: { level: 4, textAlign: null, sizePx: 300 } }],
          },
        },
      },
    ]);
    const reach = (uuid: string): number => {
      const block = editor.blocks.get(uuid);
      return block ? paintReachPx(block, 600) : NaN;
    };
    expect(reach('named')).to.equal(2);
    expect(reach('own')).to.equal(96);
    expect(reach('small')).to.be.within(18, 96);
    expect(reach('large')).to.be.at.least(200);
    expect(reach('heading')).to.be.at.least(300);
  });
});
