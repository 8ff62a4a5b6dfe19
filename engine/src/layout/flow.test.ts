import { expect } from 'chai';
import fc from 'fast-check';
import type { Block } from '../model/Block.ts';
import { clustersOf } from './clustersOf.ts';
import { overlap, type FlowBox } from './FlowBox.ts';
import { flowOf } from './flowOf.ts';
import { gridOf } from './gridOf.ts';
import type { FlowNode, FlowRow } from './FlowNode.ts';
import { idsOfRows, phoneFlow } from './phoneFlow.ts';
import { applyReadingOrder, readingOrder, readingOrderOf } from './readingOrder.ts';
import { splitByGaps } from './splitByGaps.ts';

const box = (
  id: string,
  [x, y, width, height]: readonly [number, number, number, number],
  rest: Partial<FlowBox> = {},
): FlowBox => ({
  id,
  x,
  y,
  width,
  height,
  z: 1,
  grows: false,
  isPlainText: false,
  onPhone: true,
  onDesktop: true,
  ...rest,
});

const boxes = fc
  .array(
    fc.tuple(
      fc.integer({ min: -100, max: 600 }),
      fc.integer({ min: -100, max: 900 }),
      fc.integer({ min: 0, max: 700 }),
      fc.integer({ min: 0, max: 300 }),
      fc.record({
        grows: fc.boolean(),
        z: fc.integer({ min: 0, max: 9 }),
        onPhone: fc.boolean(),
        phone: fc.option(
          fc.record({
            x: fc.integer({ min: 0, max: 400 }),
            y: fc.integer({ min: 0, max: 2000 }),
            width: fc.integer({ min: 10, max: 600 }),
            height: fc.integer({ min: 10, max: 300 }),
          }),
          { nil: undefined, freq: 6 },
        ),
      }),
    ),
    { maxLength: 24 },
  )
  .map((all) =>
    all.map(([x, y, width, height, { phone, ...rest }], index) =>
      box(`b${String(index)}`, [x, y, width, height], { ...rest, ...(phone && { phone }) }),
    ),
  );

const ids = (all: readonly { id: string }[]): string[] => all.map(({ id }) => id);
const options = { windowLeft: 0, windowWidth: 600, rtl: false };

const idsOf = (rows: readonly FlowRow[]): string[] => [...idsOfRows(rows)];

describe('flow of published pages', () => {
  it('splits at lines that cross no box, without losing any', () => {
    fc.assert(
      fc.property(boxes, (all) => {
        const bands = splitByGaps(all, 'y');
        expect(ids(bands.flat()).sort()).to.deep.equal(ids(all).sort());
        bands.slice(1).forEach((band, index) => {
          const above = bands[index] ?? [];
          const top = Math.min(...band.map(({ y }) => y));
          for (const { y, height } of above) expect(y + height).to.be.at.most(top);
        });
      }),
    );
  });

  it('reads bands from the top, columns from the start side, and then down each column', () => {
    const all = [
      box('right', [300, 100, 200, 300]),
      box('low-left', [0, 250, 200, 150]),
      box('left', [0, 100, 200, 100]),
      box('title', [0, 0, 600, 80]),
      box('foot', [0, 500, 600, 20]),
    ];
    expect(ids(readingOrder(all, options))).to.deep.equal([
      'title',
      'left',
      'low-left',
      'right',
      'foot',
    ]);
    expect(ids(readingOrder(all, { ...options, rtl: true }))).to.deep.equal([
      'title',
      'right',
      'left',
      'low-left',
      'foot',
    ]);
  });

  it('gives each box the grid area of its edges', () => {
    fc.assert(
      fc.property(boxes, (all) => {
        const grid = gridOf(all);
        const sum = (sizes: readonly number[]): number => sizes.reduce((a, b) => a + b, 0);
        const rows = grid.rows.map(({ size }) => size);
        for (const each of all.filter(({ width, height }) => width > 0 && height > 0)) {
          const area = grid.areas.get(each.id);
          if (!area) throw new Error(`${each.id} has no grid area`);
          expect(grid.left + sum(grid.columns.slice(0, area.columnStart - 1))).to.equal(each.x);
          expect(grid.top + sum(rows.slice(0, area.rowStart - 1))).to.equal(each.y);
          expect(sum(grid.columns.slice(area.columnStart - 1, area.columnEnd - 1))).to.equal(
            each.width,
          );
          expect(sum(rows.slice(area.rowStart - 1, area.rowEnd - 1))).to.equal(each.height);
          if (each.grows) expect(grid.rows[area.rowEnd - 2]?.grows).to.equal(true);
        }
      }),
    );
  });

  it('groups boxes that overlap, and separates others', () => {
    fc.assert(
      fc.property(boxes, (all) => {
        const clusters = clustersOf(all);
        const clusterIndexes = new Map(
          clusters.flatMap((each, index) => each.map(({ id }) => [id, index])),
        );
        for (const a of all)
          for (const b of all)
            if (a !== b && overlap(a, b))
              expect(clusterIndexes.get(a.id)).to.equal(clusterIndexes.get(b.id));
        const grouped = clusters.filter(({ length }) => length > 1).flat();
        for (const a of grouped)
          expect(grouped.some((b) => b !== a && overlap(a, b))).to.equal(true);
      }),
    );
  });

  it('puts every block into the phone layout exactly once, including those hidden on phones', () => {
    fc.assert(
      fc.property(boxes, (all) => {
        expect(idsOf(phoneFlow(all, 0, options)).sort()).to.deep.equal(ids(all).sort());
      }),
    );
  });

  it('keeps a background that spans the window behind its contents', () => {
    const rows = phoneFlow(
      [
        box('background', [-20, 0, 640, 300], { z: 0 }),
        box('text', [40, 40, 300, 50], { z: 2, grows: true, isPlainText: true }),
        box('photo', [40, 150, 300, 100], { z: 3 }),
        box('below', [0, 320, 600, 50], { z: 4 }),
      ],
      0,
      options,
    );
    expect(rows).to.have.length(2);
    const [backdrop] = rows[0]?.nodes ?? [];
    if (backdrop?.kind !== 'backdrop') throw new Error('no backdrop');
    expect(backdrop.backdrop.id).to.equal('background');
    expect(backdrop.rows.map(({ gap }) => gap)).to.deep.equal([40, 60]);
    const [text] = backdrop.rows[0]?.nodes ?? [];
    expect(text?.kind === 'cluster' && text.isSingleText).to.equal(true);
  });

  it('uses the bounds of a rotated block, and ignores a group’s rotation', () => {
    const block = (type: string): Block => ({
      uuid: type,
      type,
      position: { x: 0, y: 0.5, width: 0.5, height: 0.1, rotationDeg: 90, zIndex: 1 },
      properties: {},
      styles: {},
      content: {},
    });
    const flowWith = (type: string): FlowBox | undefined =>
      flowOf([block(type)], 1, { referenceWidthPx: 600, grows: () => false }).bands[0]?.members[0];
    expect(flowWith('shape')).to.include({ x: 120, y: 180, width: 60, height: 300 });
    expect(flowWith('group')).to.include({ x: 0, y: 300, width: 300, height: 60 });
  });

  it('returns the gaps above, between and below bands; overhang is negative', () => {
    const block = (uuid: string, y: number, height: number): Block => ({
      uuid,
      type: 'shape',
      position: { x: 0, y, width: 0.5, height, rotationDeg: 0, zIndex: 1 },
      properties: {},
      styles: {},
      content: {},
    });
    const flow = flowOf([block('a', -0.1, 0.3), block('b', 0.4, 0.8)], 1, {
      referenceWidthPx: 600,
      grows: () => false,
    });
    expect(flow.bands.map(({ gap }) => gap)).to.deep.equal([-60, 120]);
    expect(flow.gapBelow).to.equal(-120);
  });

  const rankFor = (all: readonly FlowBox[], order: readonly string[]) =>
    new Map(applyReadingOrder(readingOrder(all, options), order).map(({ id }, rank) => [id, rank]));

  it('reads the listed blocks in the author’s order, and keeps the rank of others (law) [P10]', () => {
    fc.assert(
      fc.property(boxes, fc.array(fc.nat(30), { maxLength: 12 }), (all, indexes) => {
        const byPosition = ids(readingOrder(all, options));
        const order = [...new Set(indexes)].map((index) => `b${String(index)}`);
        const read = ids(applyReadingOrder(readingOrder(all, options), order));
        const listed = order.filter((id) => byPosition.includes(id));
        expect(read.filter((id) => listed.includes(id))).to.deep.equal(listed);
        read.forEach((id, index) => {
          if (!listed.includes(id)) expect(byPosition[index]).to.equal(id);
        });
      }),
    );
    expect(readingOrderOf({ content: { readingOrder: ['a', 3, null, 'b'] } })).to.eql(['a', 'b']);
    expect(readingOrderOf({ content: {} })).to.eql([]);
  });

  it('writes documents in the author’s order across any bands (law) [P10]', () => {
    const all = fc.array(fc.tuple(fc.nat(500), fc.nat(900), fc.nat()), {
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(all, (positions) => {
        const blocks = positions.map(([x, y], index) =>
          blockAt(`b${String(index)}`, x / 600, y / 600),
        );
        const order = blocks
          .map(({ uuid }, index) => ({ uuid, order: positions[index]?.[2] ?? 0 }))
          .sort((a, b) => a.order - b.order)
          .map(({ uuid }) => uuid);
        const options = { referenceWidthPx: 600, grows: () => false, readingOrder: order };
        const scaled = flowOf(blocks, 2, options);
        expect(scaled.bands.flatMap(({ members }) => ids(members))).to.deep.equal(order);
        const phone = { windowLeft: 0, windowWidth: 600 };
        const automatic = flowOf(blocks, 2, { ...options, phone });
        const read = automatic.bands.flatMap(({ rows }) => idsOf(rows ?? []));
        expect([...read].sort()).to.deep.equal([...order].sort());
        const clusters = automatic.bands
          .flatMap(({ rows }) => rows ?? [])
          .flatMap(({ nodes }) => nodes);
        if (clusters.every((node) => node.kind === 'cluster' && node.members.length === 1))
          expect(read).to.deep.equal(order);
      }),
    );
  });

  it('keeps the order on a phone if the author’s order follows positions (law) [P10]', () => {
    fc.assert(
      fc.property(boxes, (all) => {
        const rank = rankFor(all, []);
        const plain = all.map(({ phone: _, ...rest }) => ({ ...rest, onPhone: true }));
        for (const part of splitByGaps(plain, 'y')) {
          const byPosition = phoneFlow(part, 0, options);
          const isWithoutOverlap = part.length === clustersOf(part).length;
          if (!isWithoutOverlap || byPosition.some(({ nodes }) => nodes.some(isBackdrop))) continue;
          const byOrder = phoneFlow(part, 0, { ...options, rank });
          expect(idsOf(byOrder)).to.deep.equal(idsOf(byPosition));
        }
      }),
    );
  });

  it('gives blocks with phone positions a row of their own at those positions [P11]', () => {
    const rows = phoneFlow(
      [
        box('title', [0, 0, 600, 80]),
        box('badge', [400, 10, 100, 40], { phone: { x: 60, y: 200, width: 480, height: 96 } }),
        box('aside', [0, 20, 50, 40], { phone: { x: 0, y: 220, width: 40, height: 40 } }),
        box('text', [0, 100, 300, 200]),
        box('end', [0, 400, 300, 200]),
      ],
      0,
      options,
    );
    expect(rows.map((row) => idsOf([row]))).to.deep.equal([
      ['title'],
      ['aside', 'badge'],
      ['text'],
      ['end'],
    ]);
    const placed = rows[1]?.nodes[0];
    if (placed?.kind !== 'placed') throw new Error('no phone position');
    expect(placed.grid).to.include({ left: 0, top: 200, width: 540, height: 96 });
    expect(rows[1]?.gap, 'the title is 46 px high on a 375 px phone').to.be.closeTo(126.8, 0.1);
  });

  it('keeps rows with phone positions in order and clear of the flow (law) [P11]', () => {
    fc.assert(
      fc.property(boxes, (all) => {
        const rows = phoneFlow(all, 0, options);
        const tops = rows.flatMap(({ nodes }) =>
          nodes.flatMap((node) => (node.kind === 'placed' ? node.grid.top : [])),
        );
        expect(tops).to.deep.equal([...tops].sort((a, b) => a - b));
        for (const { gap, nodes } of rows) {
          expect(gap).to.be.at.least(0);
          if (nodes.some(({ kind }) => kind === 'placed')) expect(nodes).to.have.length(1);
        }
        const flowing = rows.filter(({ nodes }) => nodes[0]?.kind !== 'placed');
        const withoutPlaced = phoneFlow(
          all.filter((each) => !each.phone || !each.onPhone),
          0,
          options,
        );
        expect(flowing).to.deep.equal(withoutPlaced);
      }),
    );
  });

  it('reads the phone position from the block, with its rotation [P11]', () => {
    const block = {
      ...blockAt('a', 0, 0),
      position: { x: 0, y: 0, width: 0.5, height: 0.1, rotationDeg: 90, zIndex: 1 },
      positionOn: { mobile: { x: 0.2, y: 1, width: 0.6, height: 0.2 } },
    };
    const phone = { windowLeft: 0, windowWidth: 600 };
    const flow = flowOf([block, blockAt('b', 0, 2)], 3, {
      referenceWidthPx: 600,
      grows: () => false,
      phone,
    });
    expect(flow.bands, 'one grid, so that it can be anywhere').to.have.length(1);
    expect(flow.bands[0]?.members[0]?.phone).to.deep.equal({
      x: 240,
      y: 480,
      width: 120,
      height: 360,
    });
    const nodes = (flow.bands[0]?.rows ?? []).flatMap((row) => row.nodes);
    expect(nodes.map(({ kind }) => kind)).to.include('placed');
  });
});

const isBackdrop = (node: FlowNode): boolean => node.kind === 'backdrop';

function blockAt(uuid: string, x: number, y: number): Block {
  return {
    uuid,
    type: 'shape',
    position: { x, y, width: 0.2, height: 0.1, rotationDeg: 0, zIndex: 1 },
    properties: {},
    styles: {},
    content: {},
  };
}
