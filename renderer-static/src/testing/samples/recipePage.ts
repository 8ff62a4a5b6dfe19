import { pen, wave } from './penStrokes.ts';
import { SampleSheet } from './SampleSheet.ts';

const PLUM = '#4A1638';
const BERRY = '#A52F4E';
const BUTTER = '#FAEBC9';
const CREAM = '#FFFAF0';
const BLUE = '#3F5F8A';
const LEAF = '#5A7434';

const BOOK = { font: 'EB Garamond', color: PLUM, lineHeight: 1.35 } as const;
const HAND = { font: 'Caveat', color: BLUE, lineHeight: 1.15 } as const;

/** A recipe: a cake from above, a card from a tin, six steps and what a grandmother says. */
export function recipePage() {
  const sheet = new SampleSheet({
    slug: 'recipe',
    title: 'Oma Hilde’s plum cake',
    description:
      'A plum cake on yeast dough, for twelve people or one long afternoon. Sour plums are the good ones.',
    phoneLayout: 'automatic',
    widthPx: 920,
    style: { backgroundColor: PLUM, borderColor: BERRY },
  });
  addTitle(sheet);
  addFacts(sheet);
  addKitchen(sheet);
  addTrouble(sheet);
  return sheet.page();
}

function addTitle(sheet: SampleSheet): void {
  sheet.section(640, { background: { color: BUTTER } }, { bleeds: true });
  sheet.text(
    [56, 76, 300, 1],
    'From the blue tin, card 14',
    { ...HAND, sizePx: 30 },
    { rotationDeg: -3 },
  );
  sheet.text([52, 128, 380, 3], ['Oma', 'Hilde’s', 'plum cake'], {
    ...BOOK,
    sizePx: 92,
    lineHeight: 0.95,
    isItalic: true,
    heading: 1,
  });
  sheet.text(
    [56, 430, 350, 3],
    'A soft yeast dough, three pounds of plums, and sugar at the very end, so that the fruit keeps its temper.',
    { ...BOOK, sizePx: 22 },
  );
  sheet.image(
    [472, 66, 500, 466],
    'plum-cake',
    'The cake from above: plums in four rings, sugar on top, on a checked cloth',
    {
      rotationDeg: 4,
      styles: {
        border: { widthPx: 14, style: 'solid', color: '#FFFFFF' },
        boxShadow: { xPx: 0, yPx: 10, blurPx: 30, color: '#4A163855' },
      },
    },
  );
}

const FACTS = [
  ['25 min', 'of work'],
  ['1 hour', 'of rising, yours too'],
  ['45 min', 'in the oven'],
  ['12', 'pieces, or 7'],
] as const;

function addFacts(sheet: SampleSheet): void {
  sheet.section(176, { background: { color: BERRY } }, { bleeds: true });
  FACTS.forEach(([number, what], index) => {
    sheet.group([56 + index * 212, 40, 160, 96], () => {
      sheet.text([0, 0, 160, 1], number, {
        ...BOOK,
        sizePx: 46,
        color: '#FFFFFF',
        isItalic: true,
        lineHeight: 1.1,
      });
      sheet.text([0, 58, 160, 1], what, {
        ...BOOK,
        sizePx: 19,
        color: '#FFE9E3',
        lineHeight: 1.3,
      });
    });
  });
}

const NEEDS = [
  '500 g flour',
  '30 g fresh yeast',
  '250 ml milk, warm as a hand',
  '80 g butter, soft',
  '70 g sugar, and more',
  '1 egg',
  'a pinch of salt',
  '1.5 kg plums, *sour*',
  'cinnamon, if it rains',
] as const;

const STEPS = [
  'Crumble the yeast into the milk with a spoon of sugar. Wait until it talks back.',
  'Knead in flour, butter, egg, salt. Ten minutes, or one side of the record.',
  'Cover with the checked towel. Put it where the cat would lie down. One hour.',
  'Press the dough into the tin with your fingers. It should look like a duvet.',
  'Halve the plums, almost. Stand them up in rings, close, like people at a concert.',
  'Bake at 190 °C for 45 minutes. Sugar _after_, or they weep.',
] as const;

function addKitchen(sheet: SampleSheet): void {
  const order: string[] = [];
  sheet.section(1010, { background: { color: CREAM } }, { bleeds: true, order });
  order.push(
    sheet.group(
      [56, 72, 330, 534],
      () => {
        sheet.stretched('rectangle', '#F3A9A0', [0, 74, 330, 2]);
        for (let y = 118; y < 500; y += 44)
          sheet.stretched('rectangle', '#D5E0EE', [0, y, 330, 1.5]);
        sheet.text([24, 18, 290, 1], 'You need', {
          ...HAND,
          sizePx: 44,
          heading: 2,
          color: BERRY,
        });
        sheet.text(
          [24, 79, 290, 9],
          NEEDS.map((each) => each),
          { ...HAND, sizePx: 28, lineHeight: 44 / 28 },
        );
      },
      {
        styles: {
          background: { color: '#FFFFFF' },
          borderRadiusPx: 6,
          boxShadow: { xPx: 0, yPx: 6, blurPx: 20, color: '#4A163833' },
        },
      },
    ),
  );
  addPlums(sheet, order);
  order.push(
    sheet.text([450, 70, 410, 1], 'You do', {
      ...BOOK,
      sizePx: 52,
      isItalic: true,
      heading: 2,
      lineHeight: 1.1,
    }),
  );
  STEPS.forEach((words, index) => {
    const y = 156 + index * 116;
    order.push(
      sheet.group([450, y - 8, 424, 76], () => {
        sheet.text([0, 0, 56, 1], String(index + 1), {
          ...BOOK,
          sizePx: 62,
          color: BERRY,
          isItalic: true,
          lineHeight: 1,
        });
        sheet.text([64, 9, 360, 2], words, { ...BOOK, sizePx: 22 });
      }),
    );
  });
  order.push(
    sheet.note(
      [486, 862, 350, 112],
      '#FFE27A',
      'Do not open the oven to look. It knows.',
      { font: 'Caveat', size: 30, color: PLUM, align: 'center' },
      { rotationDeg: -2 },
    ),
  );
}

/** Two plums on a twig. */
function addPlums(sheet: SampleSheet, order: string[]): void {
  const plum = (x: number, y: number, width: number, height: number): void => {
    const skin = `${String(width * 0.5)} 0, ${String(width * 0.94)} ${String(height * 0.3)}, ${String(width * 0.9)} ${String(height * 0.76)}, ${String(width * 0.5)} ${String(height)}, ${String(width * 0.08)} ${String(height * 0.74)}, ${String(width * 0.06)} ${String(height * 0.28)}`;
    sheet.paper([x, y, width, height], '#6B2450', skin, { isSmooth: true });
  };
  order.push(
    sheet.group(
      [76, 654, 290, 292],
      () => {
        sheet.paper([172, 52, 104, 76], LEAF, '0 0, 50 4, 92 34, 104 76, 60 66, 22 40', {
          isSmooth: true,
        });
        plum(22, 110, 112, 150);
        plum(132, 126, 116, 160);
        sheet.ink(
          [0, 0, 290, 292],
          [
            pen('#4B3320', 9, '10 34, 90 50, 170 42, 276 14'),
            pen('#4B3320', 5, '92 50, 82 78, 80 112'),
            pen('#4B3320', 5, '170 44, 188 80, 188 128'),
            pen(PLUM, 4, '180 58, 220 78, 262 116'),
            pen(PLUM, 6, '80 112, 58 156, 60 206, 78 252'),
            pen(PLUM, 6, '188 128, 214 170, 212 230, 192 280'),
            pen('#F3C6D3', 6, '42 160, 40 186, 46 206'),
            pen('#F3C6D3', 6, '152 180, 150 206, 156 226'),
          ],
        );
      },
      { alt: 'Two plums on a twig' },
    ),
  );
}

const TROUBLE = [
  [
    'It did not rise.',
    'You were in a hurry and it noticed. Put the bowl in warm water and read something.',
  ],
  ['It is very wet.', 'Then they were good plums. A handful of breadcrumbs under them next time.'],
  ['There is none left.', 'That is not a mistake.'],
] as const;

function addTrouble(sheet: SampleSheet): void {
  sheet.section(700, { background: { color: PLUM } }, { bleeds: true });
  sheet.text([56, 76, 480, 1], 'What can go wrong', {
    ...BOOK,
    sizePx: 52,
    color: BUTTER,
    isItalic: true,
    heading: 2,
    lineHeight: 1.1,
  });
  TROUBLE.forEach(([what, then], index) => {
    const x = 56 + index * 278;
    sheet.text(
      [x, 176, 250, 4.35],
      [{ text: what, heading: 3, sizePx: 29, color: '#F6B7A9' }, then],
      { ...BOOK, sizePx: 21, color: '#FFF3DC' },
    );
  });
  sheet.ink([320, 386, 280, 30], [pen('#F6B7A9', 5, wave([8, 15], [272, 15], 8, 7))]);
  sheet.text([106, 446, 708, 2], '“Whipped cream is not an extra. It is the other half.”', {
    ...HAND,
    sizePx: 46,
    color: '#FFFFFF',
    align: 'center',
    lineHeight: 1.1,
  });
  sheet.text([310, 564, 300, 1], 'Oma Hilde, 1931 – 2019', {
    ...BOOK,
    sizePx: 20,
    color: '#F6D9C8',
    align: 'center',
  });
  sheet.button(
    [325, 614, 270, 54],
    BUTTER,
    'mailto:kitchen@plums.example?subject=Mine',
    { text: 'Show me yours', font: 'EB Garamond', size: 22, bold: true, color: PLUM, icon: 'mail' },
    { styles: { borderRadiusPx: 27 } },
  );
}
