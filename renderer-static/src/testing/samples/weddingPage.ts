import { pen, ring } from './penStrokes.ts';
import { SampleSheet } from './SampleSheet.ts';

const CREAM = '#F7F1DE';
const BLUE = '#1F4777';
const LEAF = '#47652F';
const LEMON = '#F5C827';
const INK = '#24313F';

const PLAY = { font: 'Playfair Display', color: BLUE, lineHeight: 1.1 } as const;
const LATO = { font: 'Lato', sizePx: 19, color: INK, lineHeight: 1.5 } as const;

/** A wedding: lemons at the top, tiles between sections, the day as a timeline. */
export function weddingPage() {
  const sheet = new SampleSheet({
    slug: 'wedding',
    title: 'Noor & Emil, 5 June 2027',
    description:
      'Noor and Emil marry in the lemon garden of Villa Nocelle. What happens when, how to get there, and what to bring.',
    phoneLayout: 'automatic',
    widthPx: 800,
    style: { backgroundColor: BLUE, borderColor: CREAM },
  });
  addInvitation(sheet);
  addTiles(sheet);
  addDay(sheet);
  addPlaces(sheet);
  addAnswer(sheet);
  return sheet.page();
}

function addInvitation(sheet: SampleSheet): void {
  sheet.section(1006, { background: { color: CREAM } }, { bleeds: true });
  sheet.image([-283, -40, 1366, 548], 'wedding-lemons', 'A branch of lemons in flower, in gouache');
  sheet.text([60, 516, 680, 1], 'Noor & Emil', {
    ...PLAY,
    sizePx: 116,
    align: 'center',
    isItalic: true,
    heading: 1,
    lineHeight: 1.15,
  });
  sheet.text(
    [130, 672, 540, 2],
    ['are getting married, and would like you', 'to be there when they notice.'],
    { ...PLAY, sizePx: 26, align: 'center', lineHeight: 1.35 },
  );
  sheet.ink(
    [340, 764, 120, 72],
    [
      pen('#B98A1D', 5, ring([42, 38], [27, 26], { seed: 3 })),
      pen('#B98A1D', 5, ring([78, 36], [27, 26], { seed: 7, fromDeg: 40 })),
      pen('#B98A1D', 4, '72 8, 78 2, 84 8'),
    ],
    { alt: 'Two rings, drawn by hand' },
  );
  sheet.text(
    [130, 856, 540, 3],
    [
      '*Saturday, 5 June 2027, four o’clock*',
      'The lemon garden of Villa Nocelle',
      'above Positano',
    ],
    { ...LATO, sizePx: 21, align: 'center', lineHeight: 1.45 },
  );
}

function addTiles(sheet: SampleSheet): void {
  sheet.section(
    120,
    {
      background: {
        imageUrl: '/assets/wedding-tile.webp',
        size: 'tile',
        tilePercent: 8.784,
        color: CREAM,
      },
    },
    { bleeds: true },
  );
}

const DAY = [
  ['14:00', 'The blue bus', 'leaves the harbour. Antonio waits for nobody, except Aunt Farida.'],
  ['16:00', 'Yes', 'and yes. Under the oldest tree, the one with the ladder in it.'],
  ['17:00', 'Lemonade, both kinds', 'on the terrace. The second kind has a sign and a line.'],
  [
    '19:30',
    'A very long table',
    'You sit next to someone you do not know. We thought about it for weeks.',
  ],
  ['22:00', 'Dancing', 'The band knows four songs and all their verses.'],
  ['02:00', 'Pasta', 'again, in the kitchen, for whoever can still find it.'],
] as const;

function addDay(sheet: SampleSheet): void {
  sheet.section(960, { background: { color: '#FFFFFF' } }, { bleeds: true });
  sheet.text([200, 72, 400, 1], 'The day', {
    ...PLAY,
    sizePx: 60,
    align: 'center',
    isItalic: true,
    heading: 2,
  });
  DAY.forEach(([time, what, words], index) => {
    const y = 184 + index * 122;
    sheet.group([170, y, 460, 104], () => {
      sheet.text([0, 2, 96, 1], time, { ...PLAY, sizePx: 30, color: LEAF, lineHeight: 1.2 });
      sheet.shape('oval', LEMON, [116, 20], 20);
      if (index < DAY.length - 1) sheet.stretched('rectangle', '#E7DDBE', [115, 40, 2, 64]);
      sheet.text(
        [146, 0, 314, 3.5],
        [{ text: what, heading: 3, sizePx: 25, font: 'Playfair Display', color: BLUE }, words],
        { ...LATO, sizePx: 19, lineHeight: 1.4 },
      );
    });
  });
}

function addPlaces(sheet: SampleSheet): void {
  sheet.section(620, { background: { color: LEMON } }, { bleeds: true });
  const textStyle = { ...LATO, sizePx: 18, color: INK };
  const card = (x: number, name: string, words: readonly string[]): void => {
    sheet.group(
      [x, 88, 326, 390],
      () => {
        sheet.text([28, 34, 270, 1], name, {
          ...PLAY,
          sizePx: 36,
          isItalic: true,
          heading: 2,
          lineHeight: 1.2,
          align: 'center',
        });
        sheet.text([28, 100, 270, 9], words, { ...textStyle, align: 'center' });
      },
      {
        styles: {
          background: { color: CREAM },
          borderRadiusPx: 18,
          border: { widthPx: 2, style: 'solid', color: BLUE },
        },
      },
    );
  };
  card(60, 'Getting there', [
    'Train to Naples, boat to Positano, 340 steps to us.',
    '',
    'There is also a road. Nobody who took it talks about it.',
    '',
    'Beds: the Pensione Rosa keeps twelve for “the wedding with the ladder”.',
  ]);
  card(414, 'What to bring', [
    'Shoes for steps and shoes for dancing. They are not the same shoes.',
    '',
    'A lemon recipe, on a card. That is the guest book.',
    '',
    'No gifts. We own a ladder, a boat (half) and each other.',
  ]);
  sheet.text([100, 520, 600, 1], 'Children are invited. Dogs decide for themselves.', {
    ...PLAY,
    sizePx: 24,
    align: 'center',
    isItalic: true,
    lineHeight: 1.3,
    color: INK,
  });
}

function addAnswer(sheet: SampleSheet): void {
  sheet.section(
    120,
    {
      background: {
        imageUrl: '/assets/wedding-tile.webp',
        size: 'tile',
        tilePercent: 8.784,
        color: CREAM,
      },
    },
    { bleeds: true },
  );
  sheet.section(560, { background: { color: BLUE } }, { bleeds: true });
  sheet.text([100, 84, 600, 1], 'Will you come?', {
    ...PLAY,
    sizePx: 68,
    align: 'center',
    isItalic: true,
    color: '#FFFFFF',
    heading: 2,
  });
  sheet.text(
    [150, 182, 500, 2],
    'Say so by the first of March, so that Signora Rosa can start worrying about the right number.',
    { ...LATO, sizePx: 20, align: 'center', color: '#E9EEF5' },
  );
  sheet.button(
    [240, 276, 320, 68],
    LEMON,
    'mailto:yes@noor-and-emil.example?subject=Yes',
    { text: 'Yes, with pleasure', font: 'Playfair Display', size: 23, bold: true, color: INK },
    { styles: { borderRadiusPx: 34 }, properties: { effects: { onHover: 'grow' } } },
  );
  sheet.embed(
    [240, 368, 320, 96],
    'google-forms',
    { googleFormsURL: 'https://docs.google.com/forms/d/e/1FAIpQLSabc-DEF_123/viewform' },
    'Songs, allergies, feuds',
    { styles: { borderRadiusPx: 16 } },
  );
}
