import { marker, pen, ring, ruled, wave, zigzag } from './penStrokes.ts';
import { SampleSheet, type SampleTextStyle } from './SampleSheet.ts';

const INK = '#1B1613';
const PAPER = '#F5EBDD';
const ORANGE = '#F2542D';
const YELLOW = '#F6C445';
const BLUE = '#2341E0';

const LOUD = { font: 'Archivo Black', color: INK, lineHeight: 0.9 } as const;
const SAYS = { font: 'Space Grotesk', sizePx: 20, color: INK, lineHeight: 1.4 } as const;
const MONO = { font: 'Roboto Mono', sizePx: 16, color: INK, lineHeight: 1.4 } as const;

interface Show {
  readonly day: string;
  readonly month: string;
  readonly town: string;
  readonly where: string;
  readonly isSoldOut?: boolean;
}

const SHOWS: readonly Show[] = [
  { day: '05', month: 'DEC', town: 'Hull', where: 'The Adelphi, back room, left of the bar' },
  {
    day: '06',
    month: 'DEC',
    town: 'Ghent',
    where: 'Charlatan, second floor; there is no first',
    isSoldOut: true,
  },
  { day: '11', month: 'DEC', town: 'Leipzig', where: 'Inside the paternoster of the town hall' },
  { day: '12', month: 'DEC', town: 'Kraków', where: 'Hotel Forum, service lift, staff welcome' },
  { day: '18', month: 'DEC', town: 'Malmö', where: 'Inkonst, all fourteen steps' },
  { day: '19', month: 'DEC', town: 'Kettering', where: 'Mum’s garage. Bring a chair' },
];

/** A band: a gig poster, six tickets, four faces. */
export function bandPage() {
  const sheet = new SampleSheet({
    slug: 'band',
    title: 'The Slow Elevators',
    description: 'Lift music for people going down: records, dates and faces of a band of four.',
    phoneLayout: 'automatic',
    widthPx: 1100,
    style: { backgroundColor: YELLOW, borderColor: INK },
  });
  addPoster(sheet);
  addTicker(sheet);
  addTickets(sheet);
  addFaces(sheet);
  addEnd(sheet);
  return sheet.page();
}

function addPoster(sheet: SampleSheet): void {
  sheet.section(920, { background: { color: ORANGE } }, { bleeds: true });
  sheet.image(
    [318, 368, 742, 490],
    'band-bus',
    'A bus on a black hill, in front of a sun that fills the sky',
    {
      rotationDeg: 2.5,
      styles: { border: { widthPx: 10, style: 'solid', color: INK } },
    },
  );
  sheet.text([34, 48, 1060, 2], ['THE SLOW', 'ELEVATORS'], { ...LOUD, sizePx: 158, heading: 1 });
  sheet.text(
    [40, 410, 232, 5],
    'Lift music for people going down. Four of us, from Kettering, since the doors closed in 2019.',
    {
      ...SAYS,
      sizePx: 22,
      lineHeight: 1.3,
      isBold: true,
    },
  );
  sheet.button(
    [40, 590, 226, 62],
    INK,
    'https://slowelevators.example/listen',
    { text: 'Press play', font: 'Space Grotesk', size: 22, bold: true, color: PAPER, icon: 'play' },
    { properties: { effects: { onHover: 'wobble' } } },
  );
  sheet.group([52, 690, 200, 200], () => {
    sheet.stretched('many petals', YELLOW, [0, 0, 200, 200], { rotationDeg: 9 });
    sheet.text(
      [10, 63, 180, 3],
      ['NEW LP', 'THE WAY', 'DOWN'],
      { ...LOUD, sizePx: 25, align: 'center', lineHeight: 1 },
      { rotationDeg: -9 },
    );
  });
}

function addTicker(sheet: SampleSheet): void {
  sheet.section(64, { background: { color: INK } }, { bleeds: true });
  sheet.text(
    [-90, 21, 1280, 1],
    'DING  ✶  MIND THE GAP  ✶  NOW STOPPING AT ALL FLOORS  ✶  CAPACITY 8 PERSONS OR ONE DRUM KIT  ✶  DING',
    {
      ...MONO,
      color: YELLOW,
      align: 'center',
    },
  );
}

function addTickets(sheet: SampleSheet): void {
  sheet.section(636, { background: { color: PAPER } }, { bleeds: true });
  sheet.text([40, 56, 560, 1], 'Going down', { ...LOUD, sizePx: 72, heading: 2 });
  sheet.text([690, 74, 370, 2], 'Doors at seven, doors again at eight. Under twelves ride free.', {
    ...SAYS,
    lineHeight: 1.3,
  });
  SHOWS.forEach((show, index) => {
    const [column, row] = [index % 3, Math.floor(index / 3)];
    addTicket(sheet, 40 + column * 345, 176 + row * 216, show, index);
  });
}

function addTicket(
  sheet: SampleSheet,
  x: number,
  y: number,
  { day, month, town, where, isSoldOut }: Show,
  index: number,
): void {
  const color = [YELLOW, '#FFB9A3', '#B9C4FF'][(index + Math.floor(index / 3)) % 3] ?? YELLOW;
  sheet.group(
    [x, y, 330, 184],
    () => {
      sheet.stretched('oval', PAPER, [82, -14, 28, 28]);
      sheet.stretched('oval', PAPER, [82, 170, 28, 28]);
      sheet.text([0, 42, 96, 1], day, { ...LOUD, sizePx: 50, align: 'center', lineHeight: 1 });
      sheet.text([0, 96, 96, 1], month, { ...MONO, align: 'center', isBold: true, sizePx: 18 });
      sheet.ink(
        [94, 22, 4, 140],
        Array.from({ length: 8 }, (_, i) =>
          pen(INK, 3, `2 ${String(4 + i * 18)}, 2 ${String(12 + i * 18)}`),
        ),
      );
      sheet.text([118, 26, 196, 1], town, { ...LOUD, sizePx: 32, lineHeight: 1.1, heading: 3 });
      sheet.text([118, 66, 196, 2], where, { ...SAYS, sizePx: 17, lineHeight: 1.25 });
      if (isSoldOut) {
        sheet.text(
          [126, 134, 150, 1],
          'SOLD OUT',
          { ...LOUD, sizePx: 24, color: '#A81E14', lineHeight: 1.1 },
          { rotationDeg: -5 },
        );
        sheet.ink(
          [108, 117, 184, 62],
          [pen('#A81E14', 6, ring([92, 31], [84, 26], { turns: 1.3, seed: 4 }))],
          { rotationDeg: -5 },
        );
      } else
        sheet.button(
          [118, 124, 128, 40],
          INK,
          `https://slowelevators.example/tickets/${town.toLowerCase().replace('ö', 'o').replace('ó', 'o')}`,
          { text: 'Get in', font: 'Space Grotesk', size: 17, bold: true, color: PAPER },
          { styles: { borderRadiusPx: 20 }, properties: { effects: { onHover: 'grow' } } },
        );
    },
    { styles: { background: { color }, borderRadiusPx: 12, overflow: 'hidden' } },
  );
}

const MEMBERS = [
  ['Dot Marsh', 'bass, and the emergency button'],
  ['Ilse Van Hool', 'voice, “this is your floor”'],
  ['Kofi Brandt', 'drums, brushes, a folding chair'],
  ['Uncle Ray', 'vibraphone. Nobody’s uncle'],
] as const;

function addFaces(sheet: SampleSheet): void {
  sheet.section(760, { background: { color: BLUE } }, { bleeds: true });
  sheet.image(
    [36, 84, 610, 464],
    'band-elevator',
    'Four people in black look out of an open lift',
    {
      rotationDeg: -2,
      styles: { border: { widthPx: 10, style: 'solid', color: PAPER } },
    },
  );
  sheet.text([716, 84, 340, 2], ['Who is', 'in it'], {
    ...LOUD,
    sizePx: 64,
    color: YELLOW,
    heading: 2,
    lineHeight: 0.95,
  });
  const textStyle: SampleTextStyle = { ...SAYS, color: '#FFFFFF', lineHeight: 1.35 };
  MEMBERS.forEach(([name, plays], index) => {
    sheet.text(
      [716, 238 + index * 78, 340, 2],
      [{ text: name, font: 'Archivo Black', color: '#FFFFFF' }, plays],
      textStyle,
    );
  });
  const card = { styles: { borderRadiusPx: 14 } };
  sheet.embed(
    [40, 620, 332, 92],
    'spotify',
    { spotifyURL: 'https://open.spotify.com/album/4uLU6hMCjMI75M1A2tKUQC' },
    'On the Way Down, the album',
    card,
  );
  sheet.embed(
    [386, 620, 332, 92],
    'bandcamp',
    { bandcamp: { id: '123456', url: 'https://slowelevators.bandcamp.com/album/on-the-way-down' } },
    'The same, on blue tape',
    card,
  );
  sheet.embed(
    [732, 620, 332, 92],
    'soundcloud',
    { soundcloudURL: 'https://soundcloud.com/slowelevators/ding' },
    '“Ding”, all sixteen minutes',
    card,
  );
}

function addEnd(sheet: SampleSheet): void {
  sheet.section(520, { background: { color: YELLOW } }, { bleeds: true });
  sheet.text([40, 64, 760, 2], ['We play weddings', 'if there are stairs.'], {
    ...LOUD,
    sizePx: 74,
    lineHeight: 1,
    heading: 2,
  });
  sheet.ink([352, 212, 412, 26], [marker(ORANGE, 20, wave([10, 13], [402, 12], 4, 3))]);
  sheet.text(
    [40, 268, 520, 3],
    'Write a week ahead and say how many floors. Dot answers, mostly in the morning and always in full sentences.',
    { ...SAYS, sizePx: 22, lineHeight: 1.35 },
  );
  sheet.button(
    [40, 390, 330, 68],
    INK,
    'mailto:dot@slowelevators.example',
    {
      text: 'dot@slowelevators.example',
      font: 'Space Grotesk',
      size: 19,
      bold: true,
      color: PAPER,
      icon: 'mail',
    },
    { styles: { borderRadiusPx: 34 } },
  );
  addLift(sheet);
}

/** Their mark: a line drawing of a lift. */
function addLift(sheet: SampleSheet): void {
  sheet.ink(
    [800, 70, 260, 390],
    [
      pen(INK, 10, ruled('30 380, 34 60, 228 54, 232 380')),
      pen(INK, 8, '130 60, 126 200, 131 380'),
      pen(INK, 9, '8 382, 120 378, 252 383'),
      pen(INK, 7, ring([80, 210], [22, 26], { seed: 3 })),
      pen(INK, 6, '72 206, 73 210'),
      pen(INK, 6, '88 205, 88 209'),
      pen(INK, 5, '72 222, 80 226, 90 220'),
      pen(INK, 7, '80 238, 78 300, 60 372'),
      pen(INK, 7, '79 298, 98 374'),
      pen(INK, 7, '50 276, 79 256, 112 268'),
      pen(ORANGE, 12, zigzag([172, 120], [190, 320], 14, 14, 3)),
      pen(INK, 8, '180 112, 180 326'),
      pen(INK, 8, '158 304, 180 330, 204 302'),
      pen(ORANGE, 14, '104 22, 105 23'),
      pen(ORANGE, 14, '130 20, 131 21'),
      pen(INK, 14, '156 22, 157 23'),
    ],
    { alt: 'A lift with one person in it and an arrow that points down' },
  );
}
