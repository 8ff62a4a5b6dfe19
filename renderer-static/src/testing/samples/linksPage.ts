import { pen, type PenPosition } from './penStrokes.ts';
import { SampleSheet } from './SampleSheet.ts';
import { seededRandom } from './seededRandom.ts';

const DUSK = '#F4B942';
const CREAM = '#FFF4DC';
const TEAL = '#0E4A45';
const DEEP = '#08302E';
const RED = '#D63A24';
const BROWN = '#6B3A1F';

const ROUND = { font: 'Nunito', color: DEEP, lineHeight: 1.35 } as const;

const LINKS = [
  ['Mushroom of the week', 'substack', 'https://pilarpicks.substack.com/', RED, '#FFFFFF'],
  [
    'Walks, Sundays at seven',
    'mail',
    'mailto:pilar@pilarpicks.example?subject=Sunday',
    CREAM,
    DEEP,
  ],
  ['The book (it is waterproof)', 'link', 'https://pilarpicks.example/book', CREAM, DEEP],
  ['Films of things growing', 'vimeo', 'https://vimeo.com/pilarpicks', CREAM, DEEP],
  ['“Can I eat this?” Send a photo', 'whatsapp', 'https://wa.me/15550100', RED, '#FFFFFF'],
] as const;

/** A link list, drawn like a picture book: buttons among trees. A phone shows its middle. */
export function linksPage() {
  const sheet = new SampleSheet({
    slug: 'links',
    title: 'Pilar picks mushrooms',
    description:
      'All of Pilar’s links: the letter, the walks, the book, the films, and help with what you have found.',
    phoneLayout: 'scaled',
    widthPx: 480,
    style: { backgroundColor: DEEP, borderColor: DEEP },
  });
  sheet.section(1200, { background: { color: DEEP } }, { bleeds: true });
  sheet.stretched('rectangle', DUSK, [-443, 0, 1366, 960]);
  addForest(sheet);
  addPilar(sheet);
  addLinks(sheet);
  addFloor(sheet);
  return sheet.page();
}

function trees(
  sheet: SampleSheet,
  color: string,
  count: number,
  topPx: number,
  seed: number,
  wide: number,
): void {
  const random = seededRandom(seed);
  for (let index = 0; index < count; index++) {
    const x = -443 + ((index + random() * 0.6) / count) * 1366;
    const width = wide * (0.7 + random() * 0.6);
    const top = topPx + random() * 140;
    const height = 1150 - top;
    const lean = (random() - 0.5) * 20;
    sheet.paper([x, top, width, height], color, [
      [width * 0.36 + lean, 0],
      [width * 0.64 + lean, 0],
      [width * 0.72, height * 0.6],
      [width, height],
      [0, height],
      [width * 0.28, height * 0.6],
    ]);
    const crown = width * (3.4 + random());
    sheet.paper(
      [x + width / 2 + lean - crown / 2, top - crown * 0.5, crown, crown * 0.9],
      color,
      [
        [crown * 0.5, 0],
        [crown * 0.84, crown * 0.18],
        [crown, crown * 0.5],
        [crown * 0.8, crown * 0.84],
        [crown * 0.5, crown * 0.78],
        [crown * 0.2, crown * 0.88],
        [0, crown * 0.54],
        [crown * 0.14, crown * 0.2],
      ],
      { isSmooth: true },
    );
  }
}

function addForest(sheet: SampleSheet): void {
  sheet.stretched('oval', '#F9D27C', [-110, 40, 700, 700]);
  trees(sheet, '#DDA53A', 11, 250, 3, 54);
  trees(sheet, '#5D7F4C', 9, 540, 8, 60);
  hill(sheet, '#2F6A54', 620, [
    [0, 140],
    [240, 40],
    [520, 110],
    [800, 30],
    [1100, 120],
    [1366, 50],
  ]);
  hill(sheet, TEAL, 760, [
    [0, 60],
    [300, 130],
    [620, 40],
    [900, 120],
    [1366, 30],
  ]);
}

/** A hill across the full width of the section, from `top` down to `bottom`. */
function hill(
  sheet: SampleSheet,
  color: string,
  top: number,
  ridge: readonly PenPosition[],
  bottom = 1160,
): void {
  const height = bottom - top;
  const curve = ridge.slice(1).map(([x, y], index) => {
    const [beforeX, beforeY] = ridge[index] ?? [0, 0];
    const middle = ((beforeX + x) / 2 / 1366) * 100;
    return `C${middle.toFixed(2)} ${((beforeY / height) * 100).toFixed(2)} ${middle.toFixed(2)} ${((y / height) * 100).toFixed(2)} ${((x / 1366) * 100).toFixed(2)} ${((y / height) * 100).toFixed(2)}`;
  });
  const [, firstY] = ridge[0] ?? [0, 0];
  sheet.add([-443, top, 1366, height], {
    type: 'shape',
    content: {
      shapeType: 'path',
      shapeColor: color,
      shapePath: `M0 ${((firstY / height) * 100).toFixed(2)}${curve.join('')}V100H0Z`,
    },
  });
}

function addPilar(sheet: SampleSheet): void {
  sheet.image(
    [150, 56, 180, 180],
    'links-forager',
    'Pilar in a red raincoat, with a very good mushroom',
    {
      styles: {
        borderRadiusPx: 90,
        border: { widthPx: 7, style: 'solid', color: CREAM },
        boxShadow: { xPx: 0, yPx: 6, blurPx: 18, color: '#08302E55' },
      },
    },
  );
  sheet.text([20, 250, 440, 1], 'Pilar picks', {
    font: 'Pacifico',
    sizePx: 60,
    color: DEEP,
    align: 'center',
    lineHeight: 1.45,
    heading: 1,
  });
  sheet.text(
    [56, 352, 368, 2],
    'Mushrooms, mostly. I have been wrong once and still have the scar on my pride.',
    { ...ROUND, sizePx: 19, align: 'center', isBold: true },
  );
}

function addLinks(sheet: SampleSheet): void {
  LINKS.forEach(([text, icon, hyperlink, color, ink], index) => {
    sheet.button(
      [40, 448 + index * 88, 400, 68],
      color,
      hyperlink,
      { text, icon, font: 'Nunito', size: 20, bold: true, color: ink },
      {
        styles: {
          borderRadiusPx: 34,
          boxShadow: { xPx: 0, yPx: 5, blurPx: 0, color: '#08302E66' },
        },
        properties: { hyperlinkTarget: '_blank', effects: { onHover: 'grow' } },
      },
    );
  });
}

/** A mushroom: a stem, a cap with spots. */
function mushroom(
  sheet: SampleSheet,
  [x, y]: PenPosition,
  size: number,
  cap: string,
  rotationDeg = 0,
): void {
  const at = (dx: number, dy: number): PenPosition => [dx * size, dy * size];
  sheet.group([x - size / 2, y - size, size, size], () => {
    sheet.paper(
      [size * 0.32, size * 0.36, size * 0.36, size * 0.64],
      CREAM,
      [at(0.08, 0), at(0.28, 0), at(0.3, 0.4), at(0.36, 0.62), at(0, 0.62), at(0.06, 0.4)],
      { isSmooth: true },
    );
    sheet.add(
      [0, 0, size, size * 0.56],
      {
        type: 'shape',
        content: {
          shapeType: 'path',
          shapeColor: cap,
          shapePath: 'M0 86C2 30 26 0 50 0S98 30 100 86C80 106 20 106 0 86Z',
        },
      },
      { rotationDeg },
    );
    for (const [dx, dy, d] of [
      [0.3, 0.2, 0.13],
      [0.56, 0.1, 0.1],
      [0.7, 0.3, 0.15],
      [0.46, 0.36, 0.09],
      [0.14, 0.36, 0.1],
    ] as const)
      sheet.stretched('oval', CREAM, [
        (dx - d / 2) * size,
        (dy - d / 2) * size + size * 0.02,
        d * size,
        d * size * 0.85,
      ]);
  });
}

function addFloor(sheet: SampleSheet): void {
  hill(
    sheet,
    DEEP,
    940,
    [
      [0, 80],
      [340, 20],
      [680, 70],
      [1000, 10],
      [1366, 70],
    ],
    1200,
  );
  const grass = seededRandom(5);
  sheet.ink(
    [-443, 900, 1366, 160],
    Array.from({ length: 60 }, (_, i) => {
      const x = 10 + i * 22.6 + grass() * 10;
      const h = 24 + grass() * 40;
      return pen(i % 3 === 0 ? '#2F6A54' : '#16605A', 5, [
        [x, 150],
        [x + 4, 150 - h * 0.5],
        [x + (grass() - 0.5) * 30, 150 - h],
      ]);
    }),
  );
  mushroom(sheet, [82, 1046], 104, RED);
  mushroom(sheet, [150, 1076], 66, '#E8893A');
  mushroom(sheet, [404, 1060], 120, BROWN);
  mushroom(sheet, [-210, 1050], 190, RED);
  mushroom(sheet, [-90, 1076], 90, BROWN);
  mushroom(sheet, [640, 1056], 170, '#E8893A');
  mushroom(sheet, [780, 1080], 100, RED);
  sheet.text(
    [50, 1104, 380, 2],
    ['Not sure? Leave it standing.', 'It looks better there anyway.'],
    { ...ROUND, sizePx: 18, color: CREAM, align: 'center' },
  );
}
