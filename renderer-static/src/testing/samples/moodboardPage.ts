import { pen, ring, ruled, type PenPosition } from './penStrokes.ts';
import { SampleSheet } from './SampleSheet.ts';
import type { SampleImageName } from './images/sampleImages.ts';

const INK = '#22302F';
const RUST = '#A9512F';
const MOSS = '#2F5D50';
const BOARD = '#E9E4D8';

const SERIF = { font: 'DM Serif Display', color: INK, lineHeight: 1.02 } as const;
const CODE = { font: 'Fira Code', sizePx: 15, color: INK, lineHeight: 1.45 } as const;
const HAND = { font: 'Caveat', sizePx: 30, color: RUST, lineHeight: 1 } as const;

const PAPER_SHADOW = { boxShadow: { xPx: 0, yPx: 5, blurPx: 16, color: '#22302F40' } } as const;

/** A moodboard: three columns of things pinned up, each of them readable by itself. */
export function moodboardPage() {
  const sheet = new SampleSheet({
    slug: 'moodboard',
    title: 'House by the lake, November',
    description: 'A moodboard for two rooms and a jetty: fog, linen, green glaze, one lamp.',
    phoneLayout: 'automatic',
    widthPx: 1160,
    style: {
      background: {
        color: BOARD,
        imageUrl: '/assets/mood-plaster.webp',
        size: 'tile',
        tilePercent: 40,
      },
      borderColor: '#D8D1C0',
    },
  });
  const order: string[] = [];
  sheet.section(2080, {}, { order });
  addLeft(sheet);
  addMiddle(sheet);
  addRight(sheet);
  // Column by column: a caption belongs to the image above it.
  order.push(...sheet.placedIds);
  return sheet.page();
}

/** An image with a white edge and tape over the middle of its top. */
function pinned(
  sheet: SampleSheet,
  [x, y]: PenPosition,
  [width, height]: PenPosition,
  name: SampleImageName,
  alt: string,
  rotationDeg: number,
  tapeDeg = -4,
): void {
  sheet.image([x, y, width, height], name, alt, {
    rotationDeg,
    styles: { border: { widthPx: 10, style: 'solid', color: '#FFFFFF' }, ...PAPER_SHADOW },
  });
  sheet.paper(
    [x + width / 2 - 56, y - 16, 112, 34],
    '#F6E7B2',
    '3 2, 108 0, 112 11, 108 22, 112 33, 4 34, 0 22, 4 12',
    { rotationDeg: tapeDeg, styles: { opacity: 0.86 } },
  );
}

/** A paint chip: colour above, name and number below. */
function chip(
  sheet: SampleSheet,
  [x, y]: PenPosition,
  color: string,
  name: string,
  code: string,
): void {
  sheet.group(
    [x, y, 150, 186],
    () => {
      sheet.stretched('rectangle', color, [0, 0, 150, 118]);
      sheet.text([12, 128, 130, 1], name, { ...SERIF, sizePx: 19, lineHeight: 1.2 });
      sheet.text([12, 154, 130, 1], code, CODE);
    },
    {
      styles: {
        background: { color: '#FFFFFF' },
        borderRadiusPx: 4,
        overflow: 'hidden',
        ...PAPER_SHADOW,
      },
    },
  );
}

function addLeft(sheet: SampleSheet): void {
  sheet.text([40, 64, 340, 3], ['House', 'by the lake,', 'in November'], {
    ...SERIF,
    sizePx: 60,
    heading: 1,
  });
  sheet.text(
    [40, 276, 320, 4],
    'For Ruth and Theo. Two rooms, a stove and a jetty. It should feel like coming in from the cold and finding the lamp on.',
    { ...CODE, sizePx: 15 },
  );
  pinned(
    sheet,
    [48, 438],
    [310, 380],
    'mood-fog',
    'A jetty, a lake and firs that fade into fog',
    -2.5,
  );
  sheet.ink(
    [120, 792, 230, 84],
    [pen(RUST, 5, '20 66, 60 70, 112 58, 150 20'), pen(RUST, 5, '134 26, 152 16, 158 38')],
  );
  sheet.text([40, 880, 320, 2], ['start here: everything is', 'one shade wetter than grey'], HAND);
  chip(sheet, [40, 988], '#6F8483', 'Wet slate', 'LH–041');
  chip(sheet, [208, 1000], '#DDE0DA', 'Breath', 'LH–007');
  chip(sheet, [40, 1198], '#A9512F', 'Rust, inside', 'LH–118');
  chip(sheet, [208, 1210], '#D9B26A', 'Lamp oil', 'LH–096');
  pinned(
    sheet,
    [44, 1454],
    [320, 320],
    'mood-terrazzo',
    'Terrazzo in cream with green, rust and sand',
    2,
  );
  sheet.text(
    [40, 1816, 330, 3],
    ['*01 Floor.* Terrazzo in the hall, where the boots drip. Nowhere else, it is cold enough.'],
    CODE,
  );
}

function addMiddle(sheet: SampleSheet): void {
  pinned(
    sheet,
    [420, 84],
    [320, 410],
    'mood-lamp',
    'A brass lamp over a table with a cup and a book',
    1.5,
    5,
  );
  sheet.text(
    [420, 530, 320, 3],
    ['*02 Light.* One lamp, low, over the table. The rest of the room is allowed to be dark.'],
    CODE,
  );
  sheet.note(
    [432, 634, 290, 176],
    '#F2CF7A',
    'Theo bumps his head on everything. Hang it 20 cm higher and don’t tell Ruth.',
    { font: 'Caveat', size: 28, color: '#3A2A20' },
    { rotationDeg: -3, styles: PAPER_SHADOW },
  );
  pinned(
    sheet,
    [424, 880],
    [316, 240],
    'mood-tiles',
    'Glazed green tiles, no two of the same green',
    -1.5,
    3,
  );
  sheet.ink(
    [414, 1136, 210, 120],
    [pen(RUST, 5, ring([104, 58], [92, 44], { seed: 8, turns: 1.15 }))],
  );
  sheet.text([452, 1174, 120, 1], 'this one!', { ...HAND, align: 'center', sizePx: 34 });
  sheet.text(
    [420, 1282, 320, 4],
    [
      '*03 Wall.* Behind the stove, to the ceiling. Twelve greens from one kiln: the potter says she can’t do twelve the same.',
    ],
    CODE,
  );
  addStove(sheet);
  sheet.text(
    [420, 1800, 320, 2],
    ['*04 Stove.* Cast iron, from the mill. Two men, one afternoon, no remarks.'],
    CODE,
  );
  sheet.text([420, 1880, 320, 2], ['budget: 9,400', 'soup: included'], { ...HAND, sizePx: 38 });
}

/** The stove, drawn on a torn page. */
function addStove(sheet: SampleSheet): void {
  sheet.paper(
    [424, 1416, 312, 352],
    '#FFFDF6',
    '0 6, 60 0, 140 8, 220 2, 312 6, 308 120, 312 352, 250 344, 190 352, 120 342, 60 350, 0 344, 4 200',
    {
      rotationDeg: 1.5,
      styles: { dropShadow: { xPx: 0, yPx: 4, blurPx: 10, color: '#22302F40' } },
    },
  );
  sheet.ink(
    [444, 1436, 270, 310],
    [
      pen(INK, 6, '120 6, 122 60, 121 96'),
      pen(INK, 6, '150 4, 149 60, 150 96'),
      pen(INK, 7, ruled('58 100, 140 92, 214 99, 222 110, 140 108, 54 112, 58 100')),
      pen(INK, 7, '66 112, 62 180, 68 262, 140 266, 208 262, 212 180, 208 112'),
      pen(INK, 6, ruled('84 140, 136 136, 190 140, 192 200, 188 214, 136 218, 86 214, 84 140')),
      pen(INK, 6, '80 266, 72 300'),
      pen(INK, 6, '196 264, 206 300'),
      pen(RUST, 9, '104 206, 112 176, 124 190, 136 156, 148 186, 160 168, 172 206'),
      pen('#D9A23A', 7, '122 208, 130 188, 140 200, 150 186, 156 208'),
      pen(INK, 5, '196 176, 206 176'),
      pen(INK, 4, '90 240, 180 238'),
      pen(INK, 4, '168 40, 196 30, 220 44'),
      pen(INK, 4, '176 62, 200 54, 226 66'),
    ],
    { alt: 'A small iron stove with a fire in it, in ink', rotationDeg: 1.5 },
  );
}

function addRight(sheet: SampleSheet): void {
  sheet.group(
    [806, 76, 314, 246],
    () => {
      sheet.text(
        [22, 22, 270, 4.9],
        [
          { text: 'Words', heading: 2, sizePx: 32, font: 'DM Serif Display' },
          'damp wool, kettle, lichen, the good chair, tin, woodsmoke, late',
        ],
        { ...CODE, sizePx: 17, color: '#FFFFFF', lineHeight: 1.5 },
      );
      sheet.text([22, 192, 270, 1], 'not: cosy', { ...HAND, color: '#F2CF7A', sizePx: 34 });
    },
    { styles: { background: { color: MOSS }, borderRadiusPx: 4, ...PAPER_SHADOW } },
  );
  pinned(
    sheet,
    [806, 384],
    [310, 400],
    'mood-stool',
    'A red stool in the light of a window',
    -2,
    -6,
  );
  sheet.text(
    [800, 826, 320, 3],
    ['*05 Seat.* The stool stays. Everybody who ever painted here has sat on it.'],
    CODE,
  );
  addSamples(sheet);
  sheet.text(
    [800, 1262, 320, 3],
    ['*06 Cloth.* Linen as it comes from the loom. It will fade, and that is why we take it.'],
    CODE,
  );
  addPlan(sheet);
  sheet.text([800, 1750, 320, 2], ['*07 Plan.* Bed looks at water. Table looks at stove.'], CODE);
  sheet.button(
    [800, 1832, 320, 64],
    MOSS,
    'mailto:ruth@lakehouse.example?subject=Board',
    {
      text: 'Say what you think',
      font: 'DM Serif Display',
      size: 22,
      color: '#FFFFFF',
      icon: 'mail',
    },
    { styles: { borderRadiusPx: 4 } },
  );
  sheet.text(
    [800, 1920, 320, 3],
    'Board by Salka Friis, second version. The first one blew off the jetty.',
    CODE,
  );
}

/** Overlapping pieces of cloth: linen, and two with pinked edges. */
function addSamples(sheet: SampleSheet): void {
  const pinked = (width: number, height: number): PenPosition[] => {
    const step = 10;
    const top = Array.from({ length: width / step + 1 }, (_, i): PenPosition => [
      i * step,
      i % 2 === 0 ? 0 : 6,
    ]);
    const bottom = Array.from({ length: width / step + 1 }, (_, i): PenPosition => [
      width - i * step,
      i % 2 === 0 ? height : height - 6,
    ]);
    return [...top, ...bottom];
  };
  const shadow = { dropShadow: { xPx: 0, yPx: 4, blurPx: 8, color: '#22302F40' } };
  sheet.paper([806, 950, 210, 230], '#8C9A8A', pinked(210, 230), {
    rotationDeg: -5,
    styles: shadow,
  });
  sheet.image([900, 990, 210, 210], 'mood-linen', 'A piece of undyed linen', {
    rotationDeg: 4,
    styles: PAPER_SHADOW,
  });
  sheet.paper([872, 968, 90, 90], RUST, pinked(90, 90), { rotationDeg: 8, styles: shadow });
}

/** The plan of the house, on squared paper. */
function addPlan(sheet: SampleSheet): void {
  sheet.group(
    [804, 1386, 312, 330],
    () => {
      for (let at = 24; at < 330; at += 24) {
        sheet.stretched('rectangle', '#D3E0DE', [0, at, 312, 1]);
        if (at < 312) sheet.stretched('rectangle', '#D3E0DE', [at, 0, 1, 330]);
      }
      sheet.ink(
        [0, 0, 312, 330],
        [
          pen(
            INK,
            7,
            ruled('40 60, 160 58, 270 61, 272 150, 270 232, 160 230, 42 233, 40 150, 40 60'),
          ),
          pen(INK, 6, '160 60, 161 120'),
          pen(INK, 6, '160 168, 160 230'),
          pen(INK, 4, '160 122, 186 128, 200 146'),
          pen(INK, 4, ruled('62 84, 112 82, 114 132, 64 134, 62 84')),
          pen(INK, 4, '64 98, 112 97'),
          pen(INK, 4, ring([222, 170], [24, 22], { seed: 3 })),
          pen(RUST, 5, ruled('232 74, 258 74, 258 96, 232 97, 232 74')),
          pen('#5E8A93', 5, '20 290, 60 280, 100 292, 140 281, 180 292, 220 281, 260 292, 296 284'),
          pen('#5E8A93', 5, '30 312, 70 303, 110 313, 150 303, 190 313, 230 304, 280 312'),
          pen(INK, 5, '70 234, 70 300'),
          pen(INK, 5, '96 234, 96 300'),
          pen(INK, 3, '70 256, 96 256'),
          pen(INK, 3, '70 278, 96 278'),
        ],
        {
          alt: 'The plan: a bedroom, a kitchen with a round table and a stove, a jetty to the water',
        },
      );
    },
    { styles: { background: { color: '#FFFFFF' }, ...PAPER_SHADOW } },
  );
}
