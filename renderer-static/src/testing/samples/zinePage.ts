import { marker, pen, ring, wave, zigzag, type PenPosition } from './penStrokes.ts';
import { SampleSheet } from './SampleSheet.ts';
import { seededRandom } from './seededRandom.ts';

const BLACK = '#141414';
const PAPER = '#F4F2EA';
const PINK = '#FF3D7F';
const BLUE = '#2C3FE0';

const TYPED = { font: 'Fira Code', sizePx: 23, color: BLACK, lineHeight: 1.4 } as const;
const FACES = ['Archivo Black', 'Lobster', 'Fira Code', 'DM Serif Display'] as const;

/** A zine: cut, glued and photocopied; a poster that phones show scaled down. */
export function zinePage() {
  const sheet = new SampleSheet({
    slug: 'zine',
    title: 'SLOW! A zine about snails',
    description:
      'Issue 4 of SLOW!, a photocopied zine about snails: an interview, a race report, a map of good walls.',
    phoneLayout: 'scaled',
    widthPx: 600,
    style: { backgroundColor: PAPER, borderColor: BLACK },
  });
  addCover(sheet);
  addInterview(sheet);
  addRace(sheet);
  addMap(sheet);
  return sheet.page();
}

/** Letters that look cut out of newspapers, as in a ransom note. */
function ransom(
  sheet: SampleSheet,
  letters: string,
  [x, y]: PenPosition,
  [width, height]: PenPosition,
  seed: number,
): void {
  const random = seededRandom(seed);
  letters.split('').forEach((letter, index) => {
    const isDark = random() < 0.45;
    const at = x + index * width * 0.98;
    const dy = (random() - 0.5) * height * 0.16;
    const rotationDeg = Math.round((random() - 0.5) * 18);
    const background = isDark ? BLACK : index % 3 === 1 ? PINK : '#FFFFFF';
    const w = width * 0.94;
    const corners: PenPosition[] = [
      [w * random() * 0.08, 0],
      [w, height * random() * 0.07],
      [w * (0.95 + random() * 0.05), height],
      [0, height * (0.93 + random() * 0.07)],
    ];
    sheet.paper([at, y + dy, w, height], background, corners, {
      rotationDeg,
      styles: { dropShadow: { xPx: 2, yPx: 3, blurPx: 0, color: '#14141455' } },
    });
    sheet.text(
      [at, y + dy + height * 0.1, w, 1],
      letter,
      {
        font: FACES[(index + seed) % FACES.length] ?? 'Lobster',
        sizePx: height * 0.72,
        color: isDark ? '#FFFFFF' : BLACK,
        align: 'center',
        lineHeight: 1.1,
      },
      { rotationDeg },
    );
  });
}

/** A torn strip with typed words on it. */
function strip(
  sheet: SampleSheet,
  [x, y]: PenPosition,
  text: string,
  rotationDeg: number,
  background = '#FFFFFF',
  color = BLACK,
): void {
  const width = text.length * 13.9 + 34;
  const torn = [
    ...Array.from({ length: 9 }, (_, i): PenPosition => [(width / 8) * i, i % 2 === 0 ? 0 : 4]),
    ...Array.from({ length: 9 }, (_, i): PenPosition => [
      width - (width / 8) * i,
      i % 2 === 0 ? 46 : 50,
    ]),
  ];
  sheet.paper([x, y, width, 50], background, torn, { rotationDeg });
  sheet.text(
    [x + 6, y + 8, width - 12, 1],
    text,
    { ...TYPED, color, align: 'center' },
    { rotationDeg },
  );
}

function addCover(sheet: SampleSheet): void {
  sheet.section(900, { background: { color: PAPER } }, { bleeds: true });
  // Next to the poster, for wide screens: the rest of the desk.
  sheet.ink(
    [-330, 60, 270, 760],
    [
      marker(PINK, 46, zigzag([130, 40], [140, 700], 90, 16, 5)),
      pen(BLACK, 7, ring([140, 380], [110, 120], { seed: 3, turns: 3.2 })),
    ],
  );
  sheet.ink(
    [660, 60, 270, 760],
    [
      marker(BLUE, 46, zigzag([130, 60], [120, 720], 80, 14, 8)),
      pen(BLACK, 7, wave([40, 300], [230, 520], 30, 5)),
    ],
  );
  sheet.stretched('rectangle', PINK, [26, 150, 548, 548], { rotationDeg: -2.5 });
  sheet.image([44, 236, 520, 395], 'zine-snail', 'A snail, photocopied until it was only dots', {
    rotationDeg: 1.5,
    styles: {
      border: { widthPx: 8, style: 'solid', color: '#FFFFFF' },
      dropShadow: { xPx: 5, yPx: 7, blurPx: 0, color: BLACK },
    },
  });
  ransom(sheet, 'SLOW!', [34, 48], [110, 136], 4);
  strip(sheet, [36, 194], 'about snails. issue 4', -3, BLACK, '#FFFFFF');
  sheet.shape('many petals', BLUE, [492, 640], 172, { rotationDeg: 8 });
  sheet.text(
    [432, 602, 120, 2],
    ['FREE or', 'a lettuce'],
    { font: 'Archivo Black', sizePx: 22, color: '#FFFFFF', align: 'center', lineHeight: 1.15 },
    { rotationDeg: -10 },
  );
  strip(sheet, [30, 654], 'She crossed the A6: p. 2', 2);
  strip(sheet, [56, 716], 'The race (day three)', -2, '#FF8FB5');
  strip(sheet, [28, 780], 'Five walls, by moss', 1.5, BLUE, '#FFFFFF');
  sheet.ink(
    [396, 768, 190, 110],
    [pen(BLACK, 6, '10 50, 60 30, 110 50, 150 84'), pen(BLACK, 6, '126 84, 154 88, 158 60')],
  );
}

function addInterview(sheet: SampleSheet): void {
  sheet.section(1100, { background: { color: BLACK } }, { bleeds: true });
  sheet.text([36, 56, 528, 2], ['“I did not', 'hurry.”'], {
    font: 'Archivo Black',
    sizePx: 92,
    color: '#FFFFFF',
    lineHeight: 0.95,
    heading: 2,
  });
  sheet.ink([30, 234, 350, 26], [pen(PINK, 14, wave([12, 13], [338, 12], 3, 3))]);
  sheet.paper(
    [24, 286, 552, 570],
    PAPER,
    '4 10, 120 0, 260 8, 400 2, 552 12, 546 300, 552 562, 400 570, 240 562, 110 570, 0 560, 8 340',
    { rotationDeg: -0.8 },
  );
  sheet.text(
    [56, 324, 488, 15],
    [
      '*SLOW!* You crossed the A6 on foot.',
      '*B.* Foot is the word. There is one.',
      '',
      '*SLOW!* Why?',
      '*B.* There was a hosta on the other side. I had heard about it from a slug.',
      '',
      '*SLOW!* How long did it take?',
      '*B.* What month is it?',
      '',
      '*SLOW!* Were you ever afraid?',
      '*B.* Twice. Then I went in, and waited, and came out, and the thing was gone. I recommend it.',
    ],
    TYPED,
  );
  // The trail next to the poster, for wide screens.
  const trail = (x: number, seed: number): void => {
    const random = seededRandom(seed);
    const path = Array.from({ length: 12 }, (_, i): PenPosition => [
      130 + (random() - 0.5) * 190,
      20 + i * 88 + random() * 50,
    ]);
    sheet.ink([x, 30, 260, 1040], [pen('#FFFFFF', 24, path), pen(BLACK, 4, path)]);
  };
  trail(-340, 1);
  trail(690, 2);
  sheet.note(
    [318, 886, 240, 150],
    '#FFE96B',
    'We have known B. for four years. She is now at the door.',
    { font: 'Caveat', size: 29, color: BLACK },
    { rotationDeg: 4 },
  );
  sheet.ink(
    [50, 900, 240, 130],
    [
      pen(PINK, 7, ring([92, 70], [56, 48], { turns: 3.1, seed: 11 })),
      pen(PINK, 7, '20 116, 90 120, 180 118, 214 100, 220 70'),
      pen(PINK, 6, '220 72, 212 44'),
      pen(PINK, 6, '222 72, 234 46'),
      pen(PINK, 11, '212 40, 213 41'),
      pen(PINK, 11, '235 42, 236 43'),
    ],
    { alt: 'A snail in one pink line' },
  );
}

const PLACES = [
  ['1', 'Turbo', '41 cm'],
  ['2', 'Mrs Patel’s one', '38 cm'],
  ['3', 'The Archbishop', 'asleep'],
  ['–', 'Lightning', 'wrong way'],
] as const;

function addRace(sheet: SampleSheet): void {
  sheet.section(740, { background: { color: PINK } }, { bleeds: true });
  ransom(sheet, 'RACE', [40, 60], [92, 104], 9);
  strip(sheet, [404, 86], 'day 3 of ?', 5);
  sheet.text(
    [-372, 120, 320, 1],
    '1',
    { font: 'Archivo Black', sizePx: 520, color: '#E2246A', lineHeight: 1, align: 'center' },
    { rotationDeg: -8, properties: { hideOn: 'mobile' } },
  );
  sheet.text(
    [648, 120, 320, 1],
    '2',
    { font: 'Archivo Black', sizePx: 520, color: '#E2246A', lineHeight: 1, align: 'center' },
    { rotationDeg: 7, properties: { hideOn: 'mobile' } },
  );
  sheet.paper(
    [34, 206, 532, 340],
    '#FFFFFF',
    '0 6, 180 0, 360 8, 532 0, 528 170, 532 336, 350 340, 170 334, 4 340, 8 160',
    { rotationDeg: 1, styles: { dropShadow: { xPx: 5, yPx: 6, blurPx: 0, color: BLACK } } },
  );
  PLACES.forEach(([place, name, distance], index) => {
    const y = 236 + index * 74;
    sheet.text([62, y, 60, 1], place, {
      font: 'Archivo Black',
      sizePx: 44,
      color: index === 0 ? '#C4124F' : BLACK,
      lineHeight: 1.1,
    });
    sheet.text([128, y + 10, 256, 1], name, {
      font: 'DM Serif Display',
      sizePx: 27,
      color: BLACK,
      lineHeight: 1.15,
    });
    sheet.text([390, y + 12, 150, 1], distance, { ...TYPED, sizePx: 22, align: 'right' });
    if (index > 0) sheet.ink([62, y - 16, 478, 10], [pen(BLACK, 3, wave([4, 5], [474, 5], 2, 20))]);
  });
  sheet.text(
    [40, 588, 520, 3],
    'Rules: no shouting, no salt, no sons of the organiser. Bets are taken in lettuce until further notice.',
    TYPED,
  );
}

/** A wall of eight courses, drawn without a ruler. */
function wall(seed: number): ReturnType<typeof pen>[] {
  const tops = Array.from({ length: 9 }, (_, course) => 30 + course * 66);
  const joints = tops.slice(1).flatMap((top, course) =>
    [70, 150, 230].map((x) => {
      const at = x - (course % 2 === 0 ? 0 : 42) + ((seed * 7 + course * 5) % 9);
      return pen(
        BLACK,
        5,
        `${String(at)} ${String(top - 64)}, ${String(at + 3)} ${String(top - 4)}`,
      );
    }),
  );
  const courses = tops.map((top, index) =>
    pen(BLACK, 6, wave([14, top], [256, top + ((index * seed) % 5) - 2], 2, 5)),
  );
  return [...courses, ...joints];
}

function addMap(sheet: SampleSheet): void {
  sheet.section(780, { background: { color: PAPER } }, { bleeds: true });
  sheet.ink(
    [-330, 90, 270, 610],
    [marker(PINK, 40, zigzag([70, 120], [110, 470], 48, 9, 3)), ...wall(1)],
  );
  sheet.ink(
    [660, 90, 270, 610],
    [marker(BLUE, 40, zigzag([150, 170], [190, 560], 52, 10, 6)), ...wall(3)],
  );
  sheet.text(
    [36, 60, 528, 2],
    ['Five good', 'walls'],
    { font: 'Lobster', sizePx: 84, color: BLUE, lineHeight: 0.95, heading: 2 },
    { rotationDeg: -3 },
  );
  sheet.ink(
    [30, 250, 540, 330],
    [
      pen(BLACK, 6, '10 300, 80 220, 60 130, 150 70, 260 96, 360 40, 520 60'),
      pen(BLACK, 6, '150 70, 190 180, 300 220, 420 190, 520 240'),
      pen(BLACK, 6, '190 180, 160 260, 200 320'),
      pen(BLUE, 12, wave([300, 300], [530, 300], 6, 5)),
      ...(
        [
          [84, 214],
          [152, 74],
          [300, 218],
          [358, 44],
          [470, 214],
        ] as const
      ).map((at, i) => pen(PINK, 8, ring([...at], [24, 22], { seed: i + 2 }))),
      marker(PINK, 34, zigzag([430, 110], [490, 150], 22, 8, 4)),
    ],
    { alt: 'A map with five rings on it and a pond' },
  );
  const spot = (x: number, y: number, text: string, rotationDeg: number): void => {
    strip(sheet, [x, y], text, rotationDeg);
  };
  spot(20, 488, 'chapel', -3);
  spot(100, 256, 'no. 14', 3);
  spot(256, 500, 'weir', -2);
  spot(330, 318, 'school!', 4);
  spot(400, 396, 'pub: salt', -4);
  sheet.button(
    [40, 628, 520, 74],
    BLACK,
    'mailto:slow@snails.example?subject=Issue%205',
    { text: 'Send us a wall', font: 'Archivo Black', size: 28, color: '#FFFFFF' },
    {
      styles: { borderRadiusPx: 0 },
      rotationDeg: -1.2,
      properties: { effects: { onHover: 'wobble' } },
    },
  );
}
