import { pen, ring, wave, type PenPosition } from './penStrokes.ts';
import { SampleSheet } from './SampleSheet.ts';

const GREEN = '#12372A';
const CREAM = '#FBF3E0';
const RED = '#C93A2A';
const MUSTARD = '#F2B544';
const SKY = '#A9CFE0';
const PINK = '#F2C9C0';

const SERIF = { font: 'Playfair Display', color: GREEN, lineHeight: 1.1 } as const;
const LATO = { font: 'Lato', sizePx: 18, color: GREEN, lineHeight: 1.45 } as const;

interface Umbrella {
  readonly name: string;
  readonly price: string;
  readonly words: string;
  readonly background: string;
  readonly light: string;
  readonly dark: string;
  readonly isGone?: boolean;
}

const UMBRELLAS: readonly Umbrella[] = [
  {
    name: 'The Magistrate',
    price: '86',
    words: 'Black cherry twill, ash handle. Opens with a sound that ends discussions.',
    background: PINK,
    light: RED,
    dark: '#A92C1F',
  },
  {
    name: 'Little Noah',
    price: '34',
    words: 'For people under one metre twenty. Floats, if it comes to that.',
    background: SKY,
    light: MUSTARD,
    dark: '#E09C22',
  },
  {
    name: 'Sunday, Half Past Two',
    price: '92',
    words: 'Wide enough for two who have made up, or a pram, or a cello.',
    background: '#E9E2C4',
    light: '#2E6B5A',
    dark: CREAM,
  },
  {
    name: 'Aunt Odile',
    price: '120',
    words: 'Eight ribs of cane. She went to Brest and back and never turned inside out.',
    background: GREEN,
    light: PINK,
    dark: '#E7AFA3',
  },
  {
    name: 'The Understudy',
    price: '28',
    words: 'Folds to the size of a baguette end. Lives in the bag, waits for its night.',
    background: MUSTARD,
    light: '#2B4A7A',
    dark: '#22406E',
  },
  {
    name: 'Plain Tuesday',
    price: '45',
    words: 'Grey outside. Inside, where only you can see it, a sky.',
    background: '#D9DEDC',
    light: '#5B6B70',
    dark: SKY,
    isGone: true,
  },
];

/** A shop: an awning, this week's umbrellas in the window, a price list for repairs. */
export function shopPage() {
  const sheet = new SampleSheet({
    slug: 'shop',
    title: 'Regen & Daughters, umbrellas',
    description: 'Umbrellas made and mended in Quay Street since 1911. Open, unless it is sunny.',
    phoneLayout: 'automatic',
    widthPx: 1040,
    style: { backgroundColor: MUSTARD, borderColor: GREEN },
  });
  addFront(sheet);
  addWindow(sheet);
  addRepair(sheet);
  addDoor(sheet);
  return sheet.page();
}

/** Every second stripe of an awning with a scalloped edge, as a path in hundredths of its box. */
function awning(stripes: number, first: number): string {
  const stripeWidth = 100 / stripes;
  return Array.from({ length: Math.ceil((stripes - first) / 2) }, (_, index) => {
    const x = (first + index * 2) * stripeWidth;
    return `M${x.toFixed(2)} 0H${(x + stripeWidth).toFixed(2)}V70C${(x + stripeWidth).toFixed(2)} 110 ${x.toFixed(2)} 110 ${x.toFixed(2)} 70Z`;
  }).join('');
}

function addFront(sheet: SampleSheet): void {
  sheet.section(960, { background: { color: SKY } }, { bleeds: true });
  sheet.group([-163, 0, 1366, 132], () => {
    for (const [first, color] of [
      [0, RED],
      [1, CREAM],
    ] as const)
      sheet.add(
        [0, 0, 1366, 120],
        {
          type: 'shape',
          content: { shapeType: 'path', shapeColor: color, shapePath: awning(18, first) },
        },
        { styles: { dropShadow: { xPx: 0, yPx: 4, blurPx: 4, color: '#12372A44' } } },
      );
  });
  sheet.text([20, 186, 1000, 1], 'Regen & Daughters', {
    ...SERIF,
    sizePx: 104,
    align: 'center',
    isBold: true,
    heading: 1,
    lineHeight: 1.05,
  });
  sheet.text([170, 314, 700, 1], 'Umbrellas, made and mended in Quay Street since 1911', {
    ...SERIF,
    sizePx: 26,
    align: 'center',
    isItalic: true,
    lineHeight: 1.3,
  });
  sheet.image(
    [60, 396, 660, 470],
    'shop-umbrellas',
    'A wet street from above: seven umbrellas on dark stones',
    {
      styles: { border: { widthPx: 14, style: 'solid', color: GREEN }, borderRadiusPx: 18 },
    },
  );
  sheet.group(
    [756, 396, 224, 280],
    () => {
      sheet.ink([82, 12, 60, 22], [pen(GREEN, 4, '4 20, 30 4, 56 20')]);
      sheet.text([16, 44, 192, 1], 'Open', {
        ...SERIF,
        sizePx: 52,
        align: 'center',
        isItalic: true,
        color: RED,
        lineHeight: 1.1,
      });
      sheet.text([16, 106, 192, 1], 'unless it is sunny', {
        ...SERIF,
        sizePx: 20,
        align: 'center',
        isItalic: true,
      });
      sheet.text(
        [16, 148, 192, 4],
        [
          'Monday  gone fishing',
          'Tuesday to Friday  9–6',
          'Saturday  9 till the rain',
          'Sunday  *if you knock*',
        ],
        { ...LATO, sizePx: 16, align: 'center' },
      );
    },
    {
      styles: {
        background: { color: CREAM },
        borderRadiusPx: 14,
        border: { widthPx: 3, style: 'solid', color: GREEN },
      },
    },
  );
  sheet.button(
    [756, 706, 224, 66],
    RED,
    '#window',
    { text: 'See the window', font: 'Lato', size: 19, bold: true, color: '#FFFFFF' },
    { styles: { borderRadiusPx: 12 }, properties: { effects: { onHover: 'grow' } } },
  );
  sheet.button(
    [756, 790, 224, 66],
    GREEN,
    'tel:+4402079460911',
    {
      text: '020\u00A07946\u00A00911',
      font: 'Lato',
      size: 19,
      bold: true,
      color: CREAM,
      icon: 'phone',
    },
    { styles: { borderRadiusPx: 12 } },
  );
}

function addWindow(sheet: SampleSheet): void {
  sheet.section(1144, { background: { color: CREAM } }, { bleeds: true });
  sheet.text(
    [60, 64, 640, 1],
    'In the window this week',
    { ...SERIF, sizePx: 54, heading: 2, isBold: true },
    { properties: { htmlId: 'window' } },
  );
  sheet.ink([60, 132, 340, 24], [pen(RED, 6, wave([6, 12], [334, 12], 6, 8))]);
  UMBRELLAS.forEach((umbrella, index) => {
    addCard(sheet, 60 + (index % 3) * 315, 196 + Math.floor(index / 3) * 462, umbrella);
  });
}

function addCard(
  sheet: SampleSheet,
  x: number,
  y: number,
  { name, price, words, background, light, dark, isGone }: Umbrella,
): void {
  sheet.group([x, y, 290, 414], () => {
    sheet.stretched('rectangle', background, [0, 0, 290, 240], {
      styles: { borderRadiusPx: 14, overflow: 'hidden' },
    });
    addUmbrella(sheet, [45, 26], light, dark, background === GREEN ? CREAM : GREEN);
    if (isGone) {
      sheet.stretched('rectangle', '#FFFFFF', [150, 186, 124, 38], {
        rotationDeg: -6,
        styles: { borderRadiusPx: 4, overflow: 'hidden' },
      });
      sheet.text(
        [150, 193, 124, 1],
        'Gone to Anna',
        { ...LATO, sizePx: 18, align: 'center', isBold: true, lineHeight: 1.3, color: RED },
        { rotationDeg: -6 },
      );
    }
    sheet.text([0, 256, 290, 1], name, {
      ...SERIF,
      sizePx: 26,
      isBold: true,
      heading: 3,
      lineHeight: 1.25,
    });
    sheet.text([0, 296, 290, 2], words, { ...LATO, sizePx: 17, lineHeight: 1.4 });
    sheet.text([0, 366, 130, 1], `£${price}`, {
      ...SERIF,
      sizePx: 34,
      isItalic: true,
      color: RED,
      lineHeight: 1.2,
    });
    if (!isGone)
      sheet.button(
        [140, 362, 150, 48],
        GREEN,
        `mailto:counter@regen.example?subject=${encodeURIComponent(name)}`,
        { text: 'Put it by', font: 'Lato', size: 17, bold: true, color: CREAM },
        { styles: { borderRadiusPx: 24 }, properties: { effects: { onHover: 'wobble' } } },
      );
  });
}

/** An umbrella of four pieces of cloth and a crook, 200 by 200. */
function addUmbrella(
  sheet: SampleSheet,
  [x, y]: PenPosition,
  light: string,
  dark: string,
  wood: string,
): void {
  sheet.ink(
    [x + 84, y, 60, 200],
    [pen(wood, 8, '16 4, 16 100, 16 164, 22 184, 36 188, 47 178, 48 164')],
  );
  const gore = (from: number, to: number, dip: number): string =>
    `M50 6C${String(50 + (from - 50) * 0.9)} 8 ${String(from)} 40 ${String(from)} 92Q${String((from + to) / 2)} ${String(dip)} ${String(to)} 92C${String(to)} 40 ${String(50 + (to - 50) * 0.9)} 8 50 6Z`;
  [
    [0, 26, light],
    [26, 50, dark],
    [50, 74, light],
    [74, 100, dark],
  ].forEach(([from, to, color]) => {
    sheet.add([x, y + 10, 200, 104], {
      type: 'shape',
      content: {
        shapeType: 'path',
        shapeColor: color,
        shapePath: gore(Number(from), Number(to), 78),
      },
    });
  });
}

const PRICES = [
  ['A rib set straight', '£6'],
  ['A new tip', '£2'],
  ['A handle, whittled while you wait', '£18'],
  ['New cloth on old bones', '£40'],
  ['Turned inside out, turned back', 'a smile'],
] as const;

function addRepair(sheet: SampleSheet): void {
  sheet.section(640, { background: { color: GREEN } }, { bleeds: true });
  const textStyle = { ...LATO, color: CREAM, sizePx: 20 };
  sheet.text([60, 72, 480, 2], ['Broken in a gale?', '_Bring the bones._'], {
    ...SERIF,
    sizePx: 54,
    color: CREAM,
    heading: 2,
    lineHeight: 1.15,
  });
  sheet.group([60, 236, 440, 290], () => {
    PRICES.forEach(([what, price], index) => {
      const y = index * 62;
      sheet.text([0, y, 340, 1], what, textStyle);
      sheet.text([344, y, 96, 1], price, {
        ...textStyle,
        align: 'right',
        isBold: true,
        color: MUSTARD,
      });
      if (index > 0)
        sheet.ink([0, y - 22, 440, 12], [pen('#4E7A68', 2, '2 6, 150 5, 300 7, 438 6')]);
    });
  });
  addWreck(sheet);
}

/** An umbrella wrecked by the wind. */
function addWreck(sheet: SampleSheet): void {
  const line = (points: string, widthPx = 7, color = CREAM) => pen(color, widthPx, points);
  const cloth = (corners: string): string => sheet.paper([600, 70, 380, 480], RED, corners);
  cloth('200 150, 60 74, 96 96, 128 74, 150 92, 176 30');
  cloth('200 150, 176 30, 214 66, 268 30');
  cloth('200 150, 268 30, 290 74, 340 92');
  sheet.ink(
    [600, 70, 380, 480],
    [
      line('200 150, 190 300, 184 400, 170 436, 140 438, 128 410'),
      line('200 150, 160 90, 96 60, 60 74'),
      line('200 150, 182 80, 176 30'),
      line('200 150, 232 70, 268 30'),
      line('200 150, 280 100, 340 92'),
      line('60 74, 96 96, 128 74, 150 92, 176 30', 5),
      line('176 30, 214 66, 268 30, 290 74, 340 92', 5),
      line('340 92, 352 150, 330 170', 5),
      line('200 190, 150 170', 4),
      line('199 190, 262 166', 4),
      pen(SKY, 5, '40 170, 28 214'),
      pen(SKY, 5, '84 210, 70 258'),
      pen(SKY, 5, '300 240, 288 282'),
      pen(SKY, 5, '340 290, 328 336'),
      pen(SKY, 5, '262 330, 250 376'),
      pen(SKY, 5, '60 320, 46 366'),
      pen(MUSTARD, 6, ring([184, 462], [90, 10], { seed: 6 })),
    ],
    { alt: 'An umbrella turned inside out, in the rain' },
  );
}

function addDoor(sheet: SampleSheet): void {
  sheet.section(420, { background: { color: MUSTARD } }, { bleeds: true });
  sheet.text([60, 64, 430, 1], 'Come in and drip', {
    ...SERIF,
    sizePx: 46,
    isBold: true,
    heading: 2,
    lineHeight: 1.15,
  });
  sheet.text(
    [60, 136, 430, 4],
    [
      '11 Quay Street, between the rope shop and the sea.',
      'There is a stand by the door, a stove at the back, and Margit, who knows which one is yours.',
    ],
    { ...LATO, sizePx: 20 },
  );
  sheet.button(
    [60, 286, 270, 62],
    GREEN,
    'https://www.openstreetmap.org/',
    { text: 'Find Quay Street', font: 'Lato', size: 19, bold: true, color: CREAM, icon: 'link' },
    { styles: { borderRadiusPx: 12 } },
  );
  sheet.embed(
    [640, 72, 340, 276],
    'shopify',
    { url: 'https://regen-and-daughters.myshopify.com/products/rain-voucher' },
    'A voucher for the next bad summer',
    { styles: { borderRadiusPx: 16 } },
  );
}
