import { expect } from 'chai';
import fc from 'fast-check';
import { overlap, type FlowBox } from './FlowBox.ts';
import type { FlowNode, FlowRow } from './FlowNode.ts';
import { idsOfRows, phoneFlow } from './phoneFlow.ts';
import { readingOrder } from './readingOrder.ts';
import { itemsOf, readingTree } from './readingTree.ts';

type BoxTuple = readonly [x: number, y: number, width: number, height: number];

const options = { windowLeft: 0, windowWidth: 600, rtl: false };

function block(id: string, appearance: string, [x, y, width, height]: BoxTuple): FlowBox {
  const isText = appearance.startsWith('text');
  const shown = { onPhone: true, onDesktop: true };
  return {
    id,
    appearance,
    x,
    y,
    width,
    height,
    z: 1,
    grows: isText,
    isPlainText: isText,
    ...shown,
  };
}

const heading = (id: string, ...box: BoxTuple): FlowBox => block(id, 'text 32', box);
const text = (id: string, ...box: BoxTuple): FlowBox => block(id, 'text 16', box);
const image = (id: string, ...box: BoxTuple): FlowBox => block(id, 'image', box);

/** Formats rows: `[a b]` are side by side, `(a, b)` is a column that stays together. */
function format(rows: readonly FlowRow[]): string {
  const node = (each: FlowNode): string => {
    if (each.kind === 'stack') return `(${each.rows.map(row).join(', ')})`;
    if (each.kind === 'backdrop') return `${each.backdrop.id}{${format(each.rows)}}`;
    return each.kind === 'hidden'
      ? `-${each.member.id}`
      : each.members.map(({ id }) => id).join('+');
  };
  const row = ({ nodes }: FlowRow): string =>
    nodes.length === 1 ? nodes.map(node).join('') : `[${nodes.map(node).join(' ')}]`;
  return rows.map(row).join(', ');
}

const onPhone = (boxes: readonly FlowBox[]): string => format(phoneFlow(boxes, 0, options));
const read = (boxes: readonly FlowBox[], rtl = false): string =>
  readingOrder(boxes, { ...options, rtl })
    .map(({ id }) => id)
    .join(' ');

/** Common layouts, and how each is read. */
const LAYOUTS: Readonly<
  Record<string, { boxes: readonly FlowBox[]; read: string; onPhone: string }>
> = {
  'three columns of features': {
    boxes: [
      heading('title', 40, 0, 520, 60),
      ...[0, 1, 2].flatMap((index) => [
        image(`i${index}`, 40 + index * 180 + 55, 100, 50, 50),
        heading(`h${index}`, 40 + index * 180, 166, 160, 30),
        text(`t${index}`, 40 + index * 180, 204, 160, 60 + index * 20),
      ]),
      block('more', 'button', [220, 400, 160, 40]),
    ],
    read: 'title i0 h0 t0 i1 h1 t1 i2 h2 t2 more',
    onPhone: 'title, [(i0, h0, t0) (i1, h1, t1) (i2, h2, t2)], more',
  },
  'features, one of them with a button': {
    boxes: [0, 1].flatMap((index) => [
      heading(`h${index}`, 40 + index * 280, 0, 240, 40),
      text(`t${index}`, 40 + index * 280, 50, 240, 90),
      ...(index === 0 ? [block('b', 'button', [40, 156, 120, 40])] : []),
    ]),
    read: 'h0 t0 b h1 t1',
    onPhone: '[(h0, t0, b) (h1, t1)]',
  },
  'a price list': {
    boxes: [
      heading('menu', 40, 0, 520, 60),
      ...[0, 1, 2, 3].flatMap((index) => [
        text(`n${index}`, 40, 80 + index * 32, index === 2 ? 240 : 200, index === 2 ? 52 : 26),
        text(`p${index}`, 480, 80 + index * 32 + (index > 2 ? 26 : 0), 80, 26),
      ]),
    ].map((each) => (each.id === 'n3' ? { ...each, y: each.y + 26 } : each)),
    read: 'menu n0 p0 n1 p1 n2 p2 n3 p3',
    onPhone: 'menu, [n0 p0], [n1 p1], [n2 p2], [n3 p3]',
  },
  'a price list with a line of text below each name': {
    boxes: [0, 1, 2].flatMap((index) => [
      block(`n${index}`, 'text 16 bold', [40, index * 90, 200, 26]),
      block(`p${index}`, 'text 16 bold', [480, index * 90, 80, 26]),
      text(`w${index}`, 40, index * 90 + 28, 300, 24),
    ]),
    read: 'n0 p0 w0 n1 p1 w1 n2 p2 w2',
    onPhone: '[n0 p0], w0, [n1 p1], w1, [n2 p2], w2',
  },
  'a table with a header row': {
    boxes: ['size', 'colour', 'price'].flatMap((name, index) => [
      block(name, 'text 16 bold', [[40, 220, 480][index] ?? 0, 0, 80, 26]),
      text(`${name}1`, [40, 220, 480][index] ?? 0, 30, 80, 26),
      text(`${name}2`, [40, 220, 480][index] ?? 0, 60, 80, 26),
    ]),
    read: 'size colour price size1 colour1 price1 size2 colour2 price2',
    onPhone: '[size colour price], [size1 colour1 price1], [size2 colour2 price2]',
  },
  'a grid of photos': {
    boxes: [0, 1, 2, 3, 4].map((index) =>
      image(`p${index}`, 40 + (index % 3) * 180, Math.floor(index / 3) * 170, 160, 150),
    ),
    read: 'p0 p1 p2 p3 p4',
    onPhone: '[p0 p1 p2], [p3 p4]',
  },
  'a grid of photos with captions': {
    boxes: [0, 1, 2, 3, 4, 5].flatMap((index) => {
      const [x, y] = [40 + (index % 3) * 180, Math.floor(index / 3) * 220];
      return [image(`p${index}`, x, y, 160, 150), text(`c${index}`, x, y + 158, 160, 24)];
    }),
    read: 'p0 c0 p1 c1 p2 c2 p3 c3 p4 c4 p5 c5',
    onPhone: '[(p0, c0) (p1, c1) (p2, c2)], [(p3, c3) (p4, c4) (p5, c5)]',
  },
  'questions and answers in two columns': {
    boxes: [0, 1, 2, 3].flatMap((index) => {
      const [x, y] = [40 + (index % 2) * 280, Math.floor(index / 2) * 150];
      return [
        block(`q${index}`, 'text 16 bold', [x, y, 240, 24]),
        text(`a${index}`, x, y + 30, 240, 72),
      ];
    }),
    read: 'q0 a0 q1 a1 q2 a2 q3 a3',
    onPhone: '[(q0, a0) (q1, a1)], [(q2, a2) (q3, a3)]',
  },
  'a sidebar that a straight line crosses by accident': {
    boxes: [
      text('home', 40, 0, 100, 24),
      text('work', 40, 30, 100, 24),
      text('about', 40, 60, 100, 24),
      text('write', 40, 90, 100, 24),
      heading('name', 200, 0, 360, 56),
      text('bio', 200, 74, 360, 120),
      image('face', 200, 210, 360, 200),
    ],
    read: 'home work about write name bio face',
    onPhone: '[(home, work, about, write) (name, bio, face)]',
  },
  'images and texts that alternate sides': {
    boxes: [0, 1, 2].flatMap((index) => {
      const [left, right] = index % 2 === 0 ? [40, 320] : [320, 40];
      return [
        image(`p${index}`, left, index * 230, 240, 180),
        heading(`h${index}`, right, index * 230 + 40, 240, 36),
        text(`t${index}`, right, index * 230 + 84, 240, 60),
      ];
    }),
    read: 'p0 h0 t0 h1 t1 p1 p2 h2 t2',
    onPhone: '[p0 (h0, t0)], [(h1, t1) p1], [p2 (h2, t2)]',
  },
  'a timeline that alternates along a line': {
    boxes: [
      image('line', 298, 0, 4, 480),
      ...[0, 1, 2, 3].flatMap((index) => [
        block(`y${index}`, 'text 16 bold', [index % 2 === 0 ? 40 : 330, index * 110, 240, 24]),
        text(`t${index}`, index % 2 === 0 ? 40 : 330, index * 110 + 30, 240, 100),
      ]),
    ],
    read: 'line y0 t0 y1 t1 y2 t2 y3 t3',
    onPhone: 'line, y0, t0, y1, t1, y2, t2, y3, t3',
  },
  'a header with a logo on the left and links on the right': {
    boxes: [
      image('logo', 40, 0, 120, 40),
      ...['shop', 'about', 'contact'].map((name, index) => text(name, 340 + index * 80, 8, 70, 24)),
      heading('claim', 40, 80, 250, 80),
      text('text', 40, 170, 250, 70),
      image('photo', 320, 80, 240, 200),
    ],
    read: 'logo shop about contact claim text photo',
    onPhone: '[logo shop about contact], [(claim, text) photo]',
  },
  'columns of links in a footer': {
    boxes: [0, 1, 2].flatMap((index) => [
      block(`h${index}`, 'text 16 bold', [40 + index * 180, 0, 140, 24]),
      ...[0, 1, 2].map((row) => text(`l${index}${row}`, 40 + index * 180, 32 + row * 26, 140, 22)),
    ]),
    read: 'h0 l00 l01 l02 h1 l10 l11 l12 h2 l20 l21 l22',
    onPhone: '[(h0, l00, l01, l02) (h1, l10, l11, l12) (h2, l20, l21, l22)]',
  },
  'years next to their events': {
    boxes: [0, 1, 2].flatMap((index) => [
      text(`y${index}`, 40, index * 100, 100, 24),
      block(`j${index}`, 'text 16 bold', [180, index * 100, 380, 24]),
      text(`w${index}`, 180, index * 100 + 28, 380, 48),
    ]),
    read: 'y0 j0 w0 y1 j1 w1 y2 j2 w2',
    onPhone: '[y0 j0], w0, [y1 j1], w1, [y2 j2], w2',
  },
  'a heading above its list, and a button above a form': {
    boxes: [
      heading('dates', 30, 0, 250, 44),
      text('list', 30, 58, 320, 60),
      block('write', 'button', [408, 16, 160, 40]),
      image('form', 408, 66, 160, 60),
    ],
    read: 'dates list write form',
    onPhone: '[(dates, list) (write, form)]',
  },
  'a logo and a button above a text and an image': {
    boxes: [
      image('logo', 40, 0, 120, 40),
      block('enter', 'button', [460, 0, 100, 40]),
      heading('claim', 40, 80, 240, 120),
      image('photo', 320, 80, 240, 200),
    ],
    read: 'logo enter claim photo',
    onPhone: '[logo enter], [claim photo]',
  },
  'columns on a shared background': {
    boxes: [
      { ...image('card', 20, 0, 400, 200), z: 0 },
      ...[0, 1].flatMap((index) => [
        heading(`h${index}`, 40 + index * 190, 20, 160, 30),
        text(`t${index}`, 40 + index * 190, 60, 160, 90),
      ]),
    ],
    read: 'card h0 t0 h1 t1',
    onPhone: 'card+h0+t0+h1+t1',
  },
};

describe('reading order of common layouts', () => {
  for (const [name, { boxes, ...expected }] of Object.entries(LAYOUTS))
    it(`reads ${name} [P28]`, () => {
      expect(read(boxes)).to.equal(expected.read);
      expect(onPhone(boxes)).to.equal(expected.onPhone);
      // The order does not depend on the page's size.
      const double = boxes.map(({ x, y, width, height, ...rest }) => ({
        ...{ ...rest, x: x * 2, y: y * 2, width: width * 2, height: height * 2 },
      }));
      const ids = readingOrder(double, { windowWidth: 1200 }).map(({ id }) => id);
      expect(ids.join(' ')).to.equal(expected.read);
    });

  const size = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
  const scattered = fc
    .array(fc.tuple(size(-100, 600), size(-100, 900), size(40, 700), size(40, 300)), {
      maxLength: 20,
    })
    .chain((positions) =>
      fc
        .array(fc.constantFrom('text 16', 'text 32', 'image'), {
          minLength: positions.length,
          maxLength: positions.length,
        })
        .map((appearances) =>
          positions.map((box, index) => block(`b${index}`, appearances[index] ?? '', box)),
        ),
    );

  it('lists every block, and moves up only to start another column (law) [P28]', () => {
    fc.assert(
      fc.property(scattered, fc.boolean(), (boxes, rtl) => {
        const inOrder = readingOrder(boxes, { ...options, rtl });
        expect(inOrder.map(({ id }) => id).sort()).to.eql(boxes.map(({ id }) => id).sort());
        inOrder.forEach((a, index) => {
          for (const b of inOrder.slice(index + 1))
            if (b.y + b.height <= a.y)
              expect(b.x >= a.x + a.width || a.x >= b.x + b.width, `${a.id} ${b.id}`).to.equal(
                true,
              );
        });
      }),
    );
  });

  it('reads a mirrored page in the other direction (law) [P26]', () => {
    fc.assert(
      fc.property(scattered, (boxes) => {
        const mirrored = boxes.map((each) => ({ ...each, x: 600 - each.x - each.width }));
        expect(read(mirrored, true)).to.equal(read(boxes));
      }),
    );
  });

  const columns = fc.tuple(size(2, 5), size(60, 200), size(8, 120));

  it('reads repeating rows across, however near they are (law) [P28]', () => {
    fc.assert(
      fc.property(columns, size(1, 8), size(20, 60), size(1, 80), (grid, rows, height, gap) => {
        const [count, width, gutter] = grid;
        const boxes = Array.from({ length: count * rows }, (_, index) => {
          const [row, column] = [Math.floor(index / count), index % count];
          const boxWidth = column === 0 ? width : width * 0.7;
          return text(
            `b${index}`,
            column * (width + gutter),
            row * (height + gap),
            boxWidth,
            height,
          );
        });
        const ids = boxes.map(({ id }) => id).join(' ');
        expect(read(boxes.toReversed())).to.equal(ids);
      }),
    );
  });

  it('reads repeating columns one at a time, row by row (law) [P28]', () => {
    const parts = fc.uniqueArray(fc.constantFrom('image', 'text 32', 'text 16', 'button'), {
      minLength: 2,
      maxLength: 4,
    });
    fc.assert(
      fc.property(columns, size(1, 4), parts, size(1, 40), (grid, rows, appearances, gap) => {
        const [count, width, gutter] = grid;
        const boxes = Array.from({ length: rows }, (_, row) =>
          Array.from({ length: count }, (__, column) =>
            appearances.map((appearance, part) => {
              const y = row * (appearances.length * (50 + gap) + 60) + part * (50 + gap);
              return block(`${row}-${column}-${part}`, appearance, [
                ...([column * (width + gutter), y, width, 50] as const),
              ]);
            }),
          ),
        ).flat(2);
        const ids = boxes.map(({ id }) => id).join(' ');
        expect(read(boxes.toReversed())).to.equal(ids);
      }),
    );
  });

  it('orders blocks on a phone as on a desktop (law) [P28]', () => {
    // Overlapping blocks are one cluster; all others are read as on the desktop.
    fc.assert(
      fc.property(scattered, (boxes) => {
        const rows = phoneFlow(boxes, 0, options);
        const tree = boxes.length > 0 ? itemsOf(readingTree(boxes, options)) : [];
        expect([...idsOfRows(rows)].sort()).to.eql(tree.map(({ id }) => id).sort());
        const isWithoutOverlap = boxes.every((a) => boxes.every((b) => a === b || !overlap(a, b)));
        if (isWithoutOverlap) expect(idsOfRows(rows)).to.eql(tree.map(({ id }) => id));
      }),
    );
  });

  it('reads ten thousand blocks, in columns and overlapping each other [P28]', () => {
    const count = 10_000;
    const columns = Array.from({ length: count }, (_, index) =>
      text(`b${index}`, (index % 2) * 300, Math.floor(index / 2) * 40 + (index % 2) * 7, 280, 30),
    );
    const overlapping = Array.from({ length: count }, (_, index) =>
      image(`b${index}`, (index * 7) % 500, (index * 13) % 9000, 90, 90),
    );
    for (const boxes of [columns, overlapping])
      expect(new Set(readingOrder(boxes, options)).size).to.equal(count);
  });
});
