import {
  type Block,
  type Box,
  type Editor,
  type NewBlock,
  richTextFromPlain,
} from '@cobble/engine';
import { expect } from 'chai';
import fc from 'fast-check';
import { type IMapDidChange, isObservableMap, observe } from 'mobx';
import { makeEditor } from '../testing/makeEditor.ts';
import { plainResources } from '../testing/recordingTarget.ts';
import { DirtyRegions } from './DirtyRegions.ts';
import { PaintedAreas } from './PaintedAreas.ts';
import { ResourceUses } from './ResourceUses.ts';
import { containsBox, intersectBoxes } from '../paint/boxes.ts';
import { paintReachPx, reachOfEffects } from '../paint/paintReach.ts';
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

/** Notes each new record, as the painter does. */
function noteChanges({ blocks: records }: Editor, areas: PaintedAreas): void {
  if (!isObservableMap(records)) throw new Error('the blocks are not observable');
  observe(records, (change: IMapDidChange<string, Block>) => {
    if (change.type === 'add') areas.note(change.newValue);
    if (change.type === 'update') areas.note(change.newValue, change.oldValue);
  });
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

  it('are found from their edges, within groups and sections with effects, whatever is edited first [CV3]', () => {
    const edit = fc.oneof(
      fc.record({ styled: fc.nat(20), styles }),
      fc.record({ grouped: fc.nat(20), count: fc.integer({ min: 1, max: 3 }) }),
    );
    // Without effects at first, so that those of the edits are the largest.
    const plain = blocks.map((page) => page.map((each) => ({ ...each, styles: {} })));
    let nested = 0;
    fc.assert(
      fc.property(plain, fc.array(edit, { maxLength: 8 }), (page, edits) => {
        const { editor, areas } = follow(page);
        noteChanges(editor, areas);
        for (const each of edits) {
          const ids = [...editor.blocks.keys()];
          if ('styled' in each) {
            editor.update([ids[each.styled % ids.length] ?? ''], { styles: each.styles });
            continue;
          }
          const tops = editor.childrenOf(editor.sectionIds[0] ?? '').map(({ uuid }) => uuid);
          const first = each.grouped % tops.length;
          editor.select(tops.slice(first, first + each.count));
          editor.group();
        }
        for (const { uuid, parentUuid } of editor.blocks.values()) {
          const own = areas.areaOf(uuid);
          if (!own) continue;
          const parent = editor.blocks.get(parentUuid ?? '');
          if (parent && reachOfEffects(parent) > 0) nested += 1;
          const side = 0.001;
          for (const x of [own.x, own.x + own.width - side])
            for (const y of [own.y, own.y + own.height - side]) {
              const edge = areas.searchBox({ x, y, width: side, height: side });
              expect(editor.index.search(edge), `${uuid} at ${String(x)} ${String(y)}`).to.include(
                uuid,
              );
            }
        }
      }),
      { numRuns: 300 },
    );
    expect(nested).to.be.above(100);
  });

  it('are found from their edges within nested groups with effects, also after a move to a section with effects [CV3]', () => {
    const dropShadow = { xPx: 60, yPx: 0, blurPx: 40, color: '#000' };
    const { editor } = follow(['a', 'b', 'c'].map((uuid) => ({ type: 'shape', uuid })));
    const groupWithShadow = (...ids: string[]): string => {
      editor.select(ids);
      const made = editor.group();
      if (!made.ok) throw new Error(made.code);
      editor.update([made.value], { styles: { dropShadow } });
      return made.value;
    };
    const outer = groupWithShadow(groupWithShadow('a', 'b'), 'c');
    editor.update(['a'], { styles: { dropShadow } });
    const areas = new PaintedAreas(editor);
    noteChanges(editor, areas);
    const foundFromEdge = (): readonly string[] => {
      const { x = 0, y = 0 } = areas.areaOf('a') ?? {};
      return editor.index.search(areas.searchBox({ x, y, width: 0.001, height: 0.001 }));
    };
    expect(foundFromEdge()).to.include('a');
    const section = editor.addSection(1);
    if (!section.ok) throw new Error(section.code);
    editor.update([section.value], { styles: { dropShadow } });
    expect(foundFromEdge()).to.include('a');
    editor.update([outer], { position: { y: (editor.boxOf(section.value)?.y ?? 0) + 0.1 } });
    expect(editor.blocks.get(outer)?.parentUuid).to.equal(section.value);
    expect(foundFromEdge()).to.include('a');
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
          const made = editor.group();
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
