import { marker, pen, ring, ruled, wave, zigzag } from './penStrokes.ts';
import { SampleSheet } from './SampleSheet.ts';

const BOARD = '#274A41';
const CHALK = '#F7F4E8';
const SUN = '#FFC93C';
const RED = '#D83A2E';
const SKY = '#BFE3F2';
const INK = '#25303B';

const ROUND = { font: 'Nunito', color: INK, lineHeight: 1.35 } as const;
const HAND = { font: 'Caveat', color: INK, lineHeight: 1.1 } as const;

/** A school class: a blackboard, a class photo, a wall of notes, a week and an exhibition. */
export function schoolPage() {
  const sheet = new SampleSheet({
    slug: 'school',
    title: 'Class 3b, the Otters',
    description:
      'The page of class 3b at Linden Street School: our week, our wall of wisdom, our exhibition.',
    phoneLayout: 'automatic',
    widthPx: 1080,
    style: { backgroundColor: SUN, borderColor: BOARD },
  });
  addBoard(sheet);
  addWall(sheet);
  addWeek(sheet);
  addExhibition(sheet);
  addEnd(sheet);
  return sheet.page();
}

function addBoard(sheet: SampleSheet): void {
  sheet.section(760, { background: { color: BOARD } }, { bleeds: true });
  sheet.text(
    [50, 60, 470, 2],
    ['Class 3b,', 'the Otters'],
    { ...HAND, sizePx: 118, color: CHALK, heading: 1, lineHeight: 0.88 },
    {},
  );
  sheet.ink([54, 276, 400, 26], [pen(SUN, 8, wave([6, 13], [394, 12], 6, 9))]);
  sheet.text(
    [50, 322, 420, 3],
    [
      'We are twenty-two and a half (the half is Karl, our axolotl). This page is ours. Mrs Adeyemi only checks the commas.',
    ],
    { ...ROUND, sizePx: 22, color: CHALK },
  );
  addOtter(sheet);
  sheet.image(
    [540, 70, 490, 312],
    'class-photo',
    'Twenty-two children in three rows, painted. Two make faces',
    {
      rotationDeg: 2,
      styles: {
        border: { widthPx: 12, style: 'solid', color: '#FFFFFF' },
        boxShadow: { xPx: 0, yPx: 8, blurPx: 20, color: '#00000055' },
      },
    },
  );
  sheet.text([540, 420, 490, 1], 'Class photo by Mo. Blinking: Ada, Finn, Finn.', {
    ...HAND,
    sizePx: 30,
    color: CHALK,
    align: 'center',
  });
  sheet.group([566, 504, 200, 150], () => {
    sheet.text([0, 0, 200, 1], '31', {
      ...HAND,
      sizePx: 92,
      color: SUN,
      align: 'center',
      lineHeight: 1,
    });
    sheet.text([0, 94, 200, 2], ['teeth lost', 'since September'], {
      ...ROUND,
      sizePx: 18,
      color: CHALK,
      align: 'center',
      lineHeight: 1.3,
    });
  });
  sheet.group([800, 504, 200, 150], () => {
    sheet.text([0, 0, 200, 1], '2', {
      ...HAND,
      sizePx: 92,
      color: SUN,
      align: 'center',
      lineHeight: 1,
    });
    sheet.text([0, 94, 200, 2], ['teeth found', '(one is not ours)'], {
      ...ROUND,
      sizePx: 18,
      color: CHALK,
      align: 'center',
      lineHeight: 1.3,
    });
  });
}

/** The class's otter, in chalk. */
function addOtter(sheet: SampleSheet): void {
  const chalk = (line: string | readonly (readonly [number, number])[], width = 5) =>
    pen(CHALK, width, line);
  sheet.ink(
    [50, 470, 440, 230],
    [
      chalk('132 84, 160 56, 214 48, 290 62, 344 92, 392 96, 436 80, 424 108, 388 126, 348 132', 6),
      chalk('348 132, 290 152, 206 156, 156 148, 130 128', 6),
      chalk(ring([88, 104], [50, 46], { seed: 5 }), 6),
      chalk('46 76, 40 56, 58 52, 66 64'),
      chalk('110 62, 120 50, 134 58, 128 76'),
      chalk('72 96, 73 98', 10),
      chalk('106 96, 107 98', 10),
      pen('#F3A9A0', 13, '86 112, 93 112'),
      chalk('89 116, 88 124, 76 129'),
      chalk('89 124, 100 129, 106 125'),
      chalk('52 112, 24 106', 3),
      chalk('52 119, 22 123', 3),
      chalk('126 112, 152 108', 3),
      chalk('126 119, 152 122', 3),
      chalk('178 62, 184 86, 206 96', 5),
      chalk('252 60, 244 84, 226 96', 5),
      pen(SUN, 6, '196 94, 200 72, 216 64, 232 72, 236 94, 196 94'),
      pen(SUN, 4, '206 92, 210 74'),
      pen(SUN, 4, '216 92, 216 68'),
      pen(SUN, 4, '226 92, 222 74'),
      chalk('300 66, 318 44, 336 52, 326 80', 5),
      pen('#8FD0E8', 6, wave([10, 178], [430, 176], 8, 8)),
      pen('#8FD0E8', 6, wave([40, 202], [400, 200], 8, 7)),
      pen('#8FD0E8', 5, wave([100, 222], [320, 221], 6, 4)),
    ],
    { alt: 'An otter that floats on its back and holds a shell, in chalk' },
  );
}

const WISDOM = [
  ['A square is a circle that is being careful.', 'Mila', '#FFE27A'],
  [
    'If you whisper to beans, they grow. If you shout, they grow too, but frightened.',
    'Jonas',
    '#BFE8C5',
  ],
  ['My grandfather is so old, he has been to school in black and white.', 'Aylin', '#FFC9D6'],
  ['The moon follows me. I checked on two bicycles.', 'Finn B.', '#BFE3F2'],
  ['Seven times eight is a lot.', 'Pawel', '#FFD7A8'],
  ['Karl is not smiling. That is just how his face is built.', 'Noor', '#D9CCF5'],
] as const;

function addWall(sheet: SampleSheet): void {
  sheet.section(850, { background: { color: '#E7C79B' } }, { bleeds: true });
  sheet.text([50, 56, 420, 1], 'Wall of wisdom', {
    ...HAND,
    sizePx: 72,
    heading: 2,
    isBold: true,
    lineHeight: 1,
  });
  WISDOM.forEach(([saying, author, color], index) => {
    const x = 64 + (index % 3) * 330 + (index > 2 ? 14 : 0);
    const y = 176 + Math.floor(index / 3) * 316 + ((index * 37) % 3) * 12;
    const rotationDeg = [-3, 2, -1.5, 2.5, -2, 3][index] ?? 0;
    sheet.note(
      [x, y, 268, 262],
      color,
      `${saying}\n\n— ${author}`,
      { font: 'Caveat', size: 30, color: INK },
      { rotationDeg, styles: { boxShadow: { xPx: 0, yPx: 8, blurPx: 14, color: '#5C3A1255' } } },
    );
    sheet.shape('oval', [RED, '#2F6FB5', '#2E8B57'][index % 3] ?? RED, [x + 134, y + 12], 26, {
      styles: { dropShadow: { xPx: 1, yPx: 4, blurPx: 3, color: '#00000066' } },
    });
  });
}

const WEEK = [
  ['Mon', SKY, ['Maths', 'German', 'Swimming', '_wet hair_']],
  ['Tue', '#FFD7A8', ['Science', 'Science', 'Karl', 'Music']],
  ['Wed', '#BFE8C5', ['Reading', 'Forest', 'Forest', '_mud_']],
  ['Thu', '#FFC9D6', ['Maths', 'English', 'Sport', 'Choir']],
  ['Fri', '#FFE27A', ['Painting', 'Council', 'Cake', '*weekend*']],
] as const;

function addWeek(sheet: SampleSheet): void {
  sheet.section(560, { background: { color: '#FFFDF5' } }, { bleeds: true });
  sheet.text([50, 60, 300, 1], 'Our week', {
    ...HAND,
    sizePx: 72,
    heading: 2,
    isBold: true,
    lineHeight: 1,
  });
  sheet.text(
    [600, 76, 430, 2],
    'On Wednesdays: rubber boots. Yes, also when it is dry. It will not stay dry.',
    { ...ROUND, sizePx: 20 },
  );
  WEEK.forEach(([day, color, hours], index) => {
    sheet.group(
      [50 + index * 205, 184, 160, 300],
      () => {
        sheet.text([0, 18, 160, 1], day, {
          ...HAND,
          sizePx: 50,
          align: 'center',
          heading: 3,
          isBold: true,
          lineHeight: 1,
        });
        hours.forEach((hour, at) => {
          sheet.stretched('rectangle', '#FFFFFF', [12, 84 + at * 52, 136, 42], {
            styles: { borderRadiusPx: 8, overflow: 'hidden' },
          });
          sheet.text([12, 92 + at * 52, 136, 1], hour, { ...ROUND, sizePx: 19, align: 'center' });
        });
      },
      { styles: { background: { color }, borderRadiusPx: 16 } },
    );
  });
}

function addExhibition(sheet: SampleSheet): void {
  sheet.section(690, { background: { color: '#2B6E8F' } }, { bleeds: true });
  sheet.text([50, 60, 660, 1], 'Exhibition in the corridor', {
    ...HAND,
    sizePx: 72,
    color: '#FFFFFF',
    heading: 2,
    isBold: true,
    lineHeight: 1,
  });
  const frame = (
    x: number,
    y: number,
    name: string,
    background: string,
    alt: string,
    strokes: Parameters<SampleSheet['ink']>[1],
  ): void => {
    sheet.group([x, y, 300, 384], () => {
      sheet.stretched('rectangle', background, [0, 0, 300, 300], {
        styles: { border: { widthPx: 12, style: 'solid', color: '#FFFFFF' } },
      });
      sheet.ink([20, 20, 260, 260], strokes, { alt });
      sheet.text([0, 316, 300, 2], name.split('|'), {
        ...HAND,
        sizePx: 27,
        color: '#FFFFFF',
        align: 'center',
      });
    });
  };
  frame(
    50,
    176,
    '“Our house with too much sun”|Lotte, 8',
    '#EAF6FB',
    'A house with a red roof under a very large sun',
    [
      pen(SUN, 14, ring([196, 60], [34, 34], { seed: 1 })),
      pen(SUN, 14, zigzag([176, 52], [214, 70], 16, 12)),
      pen(SUN, 8, '196 8, 196 20'),
      pen(SUN, 8, '150 30, 158 38'),
      pen(SUN, 8, '244 26, 236 36'),
      pen(SUN, 8, '140 66, 152 64'),
      pen(SUN, 8, '252 70, 240 66'),
      pen(SUN, 8, '164 108, 170 98'),
      pen(SUN, 8, '226 106, 220 98'),
      marker(RED, 24, zigzag([70, 120], [76, 150], 34, 7, 2)),
      pen(RED, 7, ruled('26 156, 76 96, 132 154, 26 156')),
      pen(INK, 6, ruled('34 158, 36 230, 126 230, 124 158')),
      pen('#8A5A33', 6, ruled('66 230, 66 190, 92 189, 93 230')),
      pen('#2F6FB5', 5, ruled('102 176, 118 176, 118 194, 102 194, 102 176')),
      marker('#2E8B57', 22, zigzag([4, 244], [256, 242], 7, 30, 6)),
      pen(INK, 5, '108 96, 108 76, 120 76, 121 108'),
      pen('#8C9AA6', 5, ring([122, 54], [12, 10], { seed: 9 })),
      pen('#8C9AA6', 4, ring([134, 30], [9, 8], { seed: 3 })),
    ],
  );
  frame(
    390,
    176,
    '“Karl in space (he said yes)”|Emre, 9',
    '#1E2A4A',
    'An axolotl looks out of a rocket among stars',
    [
      marker('#D9DEE8', 60, '130 90, 130 190'),
      pen('#FFFFFF', 6, '130 26, 166 84, 168 190, 94 190, 96 84, 130 26'),
      pen(RED, 7, '94 150, 62 206, 96 192'),
      pen(RED, 7, '168 150, 200 206, 166 192'),
      pen('#FFB347', 10, zigzag([130, 198], [130, 244], 18, 9, 4)),
      pen('#FFC9D6', 7, ring([131, 110], [24, 22], { seed: 2 })),
      pen('#FFC9D6', 12, '122 112, 140 112'),
      pen('#FFC9D6', 5, '110 98, 100 88'),
      pen('#FFC9D6', 5, '152 98, 162 88'),
      pen('#FFC9D6', 5, '108 112, 98 114'),
      pen('#FFC9D6', 5, '154 112, 164 114'),
      pen(INK, 5, '122 108, 123 109'),
      pen(INK, 5, '140 108, 141 109'),
      pen(INK, 3, '124 119, 132 122, 140 119'),
      ...[
        [30, 40],
        [60, 96],
        [220, 50],
        [236, 120],
        [36, 170],
        [214, 236],
        [60, 236],
        [196, 24],
      ].map(([x = 0, y = 0]) =>
        pen(SUN, 7, [
          [x, y],
          [x + 1, y + 1],
        ]),
      ),
      pen('#F2C9A0', 7, ring([222, 178], [22, 20], { seed: 7 })),
      pen('#F2C9A0', 4, '190 186, 222 192, 254 170'),
    ],
  );
  frame(
    730,
    176,
    '“My brother” (he is friendly)|Aylin, 8½',
    '#FFF3D6',
    'A green monster with three eyes that waves',
    [
      marker('#2E8B57', 40, zigzag([130, 90], [130, 220], 50, 9, 3)),
      pen(
        '#1F6B41',
        7,
        '70 236, 62 160, 84 84, 130 62, 178 84, 198 160, 190 236, 160 218, 130 238, 100 218, 70 236',
      ),
      pen('#FFFFFF', 20, '98 112, 99 113'),
      pen('#FFFFFF', 20, '130 104, 131 105'),
      pen('#FFFFFF', 20, '162 112, 163 113'),
      pen(INK, 8, '100 114, 101 115'),
      pen(INK, 8, '131 108, 132 109'),
      pen(INK, 8, '161 114, 162 115'),
      pen(INK, 6, '92 160, 130 184, 172 158'),
      pen('#FFFFFF', 8, '112 170, 112 178'),
      pen('#FFFFFF', 8, '148 169, 148 176'),
      pen('#1F6B41', 8, '194 150, 226 116, 236 76'),
      pen('#1F6B41', 6, '236 80, 226 62'),
      pen('#1F6B41', 6, '236 80, 240 58'),
      pen('#1F6B41', 6, '236 80, 252 66'),
      pen('#1F6B41', 8, '66 160, 36 190, 28 220'),
      pen('#1F6B41', 6, '106 68, 96 34'),
      pen(RED, 12, '95 30, 96 31'),
      pen('#1F6B41', 6, '152 66, 164 34'),
      pen(RED, 12, '165 30, 166 31'),
    ],
  );
}

function addEnd(sheet: SampleSheet): void {
  sheet.section(380, { background: { color: SUN } }, { bleeds: true });
  sheet.text([50, 64, 420, 1], 'For the big ones', {
    ...HAND,
    sizePx: 72,
    heading: 2,
    isBold: true,
    lineHeight: 1,
  });
  sheet.text(
    [50, 160, 540, 3],
    [
      {
        items: [
          '*4 December:* parents’ evening, with soup',
          '*11 December:* bring a jar with a lid. Do not ask.',
          '*18 December:* the otter play, 5 pm, gym',
        ],
      },
    ],
    { ...ROUND, sizePx: 21, lineHeight: 1.5 },
  );
  sheet.button(
    [680, 90, 340, 68],
    BOARD,
    'mailto:3b@lindenstreet.example',
    {
      text: 'Write to Mrs Adeyemi',
      font: 'Nunito',
      size: 20,
      bold: true,
      color: CHALK,
      icon: 'mail',
    },
    { styles: { borderRadiusPx: 34 }, properties: { effects: { onHover: 'wobble' } } },
  );
  sheet.embed(
    [680, 190, 340, 100],
    'google-forms',
    { googleFormsURL: 'https://docs.google.com/forms/d/e/1FAIpQLSabc-DEF_123/viewform' },
    'Who brings which soup?',
    { styles: { borderRadiusPx: 16 } },
  );
}
