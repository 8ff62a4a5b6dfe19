import type { SampleImageName } from './images/sampleImages.ts';
import { pen, ruled, type PenPosition } from './penStrokes.ts';
import { SampleSheet } from './SampleSheet.ts';

const NIGHT = '#15141A';
const BONE = '#EFE9DD';
const AMBER = '#F2B24C';
const ASH = '#A7A29A';

const SERIF = { font: 'DM Serif Display', color: BONE, lineHeight: 1 } as const;
const SANS = { font: 'Inter', sizePx: 17, color: '#CFC9BF', lineHeight: 1.55 } as const;
const SMALL = { font: 'Inter', sizePx: 14, color: ASH, lineHeight: 1.5 } as const;

/** A portfolio: a dark page on which the images stand out. */
export function portfolioPage() {
  const sheet = new SampleSheet({
    slug: 'portfolio',
    title: 'Jun Adeyemi, sets for small theatres',
    description:
      'Stage sets by Jun Adeyemi: forests of cardboard, seas of cloth, rooms that lean in.',
    phoneLayout: 'automatic',
    widthPx: 1200,
    style: { backgroundColor: NIGHT, borderColor: NIGHT },
  });
  addOpening(sheet);
  addWorks(sheet);
  addWords(sheet);
  addCurtain(sheet);
  return sheet.page();
}

function addOpening(sheet: SampleSheet): void {
  sheet.section(1120, { background: { color: NIGHT } });
  sheet.text([48, 48, 150, 1], 'Jun Adeyemi', {
    ...SERIF,
    sizePx: 26,
    lineHeight: 1.2,
    color: AMBER,
  });
  sheet.text([978, 52, 176, 1], '[Works](#works)  [Words](#words)  [Write](#write)', {
    ...SANS,
    align: 'right',
  });
  sheet.text([42, 140, 820, 2], ['Sets for', 'small theatres'], {
    ...SERIF,
    sizePx: 122,
    lineHeight: 0.98,
    heading: 1,
  });
  sheet.text(
    [900, 270, 252, 4],
    'I build places that have to be believed from row nine, and carried out through a door of 1.98\u00A0m.',
    SANS,
  );
  sheet.image(
    [48, 436, 1104, 600],
    'stage-forest',
    'A stage: cardboard trees in blue depths, a paper moon, one actor in a yellow coat',
  );
  sheet.text(
    [48, 1056, 1104, 1],
    '“The Charcoal Burner’s Wife”, Kleines Haus, Aarau. Forty-one trees, all of them fridge boxes.',
    SMALL,
  );
}

interface Work {
  readonly name: SampleImageName;
  readonly alt: string;
  readonly title: string;
  readonly place: string;
  readonly text: string;
}

const WORKS: readonly Work[] = [
  {
    name: 'stage-red-room',
    alt: 'A red room with crooked walls; one of its chairs hangs from the ceiling',
    title: 'Seven Chairs',
    place: 'Teatr Mały, Łódź, 2025',
    text: 'Each act the walls come in by forty centimetres. Nobody in the audience saw them move. Two people fainted.',
  },
  {
    name: 'stage-cloth-sea',
    alt: 'Waves of blue cloth under an orange sky, on them a boat',
    title: 'The Cloth Sea',
    place: 'Travelling, 2024',
    text: '180 metres of lining silk, six students, no motors. It packs into two rucksacks and smells of every town.',
  },
  {
    name: 'stage-stairs',
    alt: 'White stairs that end at a narrow tower with a lit window',
    title: 'Up, Then',
    place: 'The Attic, Leeds, 2023',
    text: 'A staircase of eleven steps that lasts an hour and a half. The twelfth is in the foyer, if you look.',
  },
];

function addWorks(sheet: SampleSheet): void {
  const order: string[] = [];
  sheet.section(1640, { background: { color: BONE } }, { bleeds: true, order });
  sheet.text(
    [48, 88, 540, 1],
    'Works',
    { ...SERIF, sizePx: 72, color: NIGHT, heading: 2 },
    { properties: { htmlId: 'works' } },
  );
  addWork(sheet, WORKS[0], '1', [48, 220], [620, 465], [716, 410]);
  addWork(sheet, WORKS[1], '2', [500, 640 + 90], [652, 489], [48, 900]);
  addWork(sheet, WORKS[2], '3', [48, 1270], [420, 315], [516, 1290]);
  order.push(...sheet.placedIds);
}

function addWork(
  sheet: SampleSheet,
  work: Work | undefined,
  number: string,
  image: PenPosition,
  size: PenPosition,
  at: PenPosition,
): void {
  if (!work) return;
  sheet.image([...image, ...size], work.name, work.alt);
  sheet.text(
    [at[0], at[1], 400, 8.95],
    [
      { text: number, font: 'DM Serif Display', sizePx: 22, color: '#8F5A08' },
      { text: work.title, heading: 3, sizePx: 44, font: 'DM Serif Display' },
      { text: work.place, color: '#5E5850' },
      '',
      work.text,
    ],
    { ...SANS, color: NIGHT },
  );
}

function addWords(sheet: SampleSheet): void {
  sheet.section(620, { background: { color: '#7A1519' } }, { bleeds: true });
  addCurtainFolds(sheet);
  sheet.text(
    [160, 148, 880, 2],
    '“I came for the play. I stayed in my seat for the staircase.”',
    { ...SERIF, sizePx: 64, align: 'center', lineHeight: 1.1, heading: 2 },
    { properties: { htmlId: 'words' } },
  );
  sheet.text([300, 326, 600, 1], 'Yorkshire Evening Post, page 14, under the weather', {
    ...SANS,
    align: 'center',
    color: '#F6DAD2',
  });
  sheet.embed(
    [400, 410, 400, 100],
    'vimeo',
    { vimeo: { id: '76979871' } },
    'The Cloth Sea, packed in forty seconds',
    { styles: { borderRadiusPx: 10 } },
  );
}

/** The folds of a curtain, across the full width of the section. */
function addCurtainFolds(sheet: SampleSheet): void {
  const folds = (shift: number): string =>
    Array.from({ length: 16 }, (_, i) => {
      const x = i * 6.25 + shift;
      return `M${x.toFixed(2)} 0C${(x + 0.6).toFixed(2)} 40 ${(x - 0.4).toFixed(2)} 70 ${(x + 0.3).toFixed(2)} 100H${(x + 2.6).toFixed(2)}C${(x + 1.6).toFixed(2)} 60 ${(x + 2.6).toFixed(2)} 30 ${(x + 2).toFixed(2)} 0Z`;
    }).join('');
  sheet.add([-83, 0, 1366, 620], {
    type: 'shape',
    content: { shapeType: 'path', shapeColor: '#651014', shapePath: folds(0.6) },
  });
}

function addCurtain(sheet: SampleSheet): void {
  sheet.section(520, { background: { color: NIGHT } });
  sheet.text(
    [48, 92, 620, 2],
    ['There is an empty', 'stage near you.'],
    { ...SERIF, sizePx: 72, heading: 2 },
    { properties: { htmlId: 'write' } },
  );
  sheet.text(
    [48, 266, 480, 2],
    'Send me its measurements, a photo of its worst corner and the first line of the play. I answer with a model in a shoebox.',
    SANS,
  );
  sheet.button(
    [48, 352, 300, 62],
    AMBER,
    'mailto:jun@adeyemi.example',
    {
      text: 'jun@adeyemi.example',
      font: 'Inter',
      size: 18,
      bold: true,
      color: NIGHT,
      icon: 'mail',
    },
    { styles: { borderRadiusPx: 31 } },
  );
  sheet.ink(
    [770, 80, 380, 380],
    [
      pen(AMBER, 5, ruled('40 120, 190 96, 340 122, 336 300, 190 322, 44 300, 40 120')),
      pen(AMBER, 4, ruled('40 120, 22 80, 180 54, 190 96')),
      pen(AMBER, 4, ruled('340 122, 362 84, 196 54, 190 96')),
      pen(AMBER, 4, ruled('84 150, 190 136, 296 151, 294 270, 190 284, 86 270, 84 150')),
      pen(BONE, 4, '108 268, 108 196, 120 172, 132 198, 132 272'),
      pen(BONE, 4, '148 275, 148 186, 162 158, 176 188, 176 278'),
      pen(BONE, 4, '232 268, 233 214'),
      pen(BONE, 4, '226 214, 233 204, 240 214, 226 214'),
      pen(BONE, 7, '262 178, 263 179'),
      pen(AMBER, 3, '200 140, 218 200, 246 266'),
      pen(AMBER, 3, '196 140, 186 210, 180 280'),
      pen(ASH, 4, '60 344, 190 364, 330 342'),
    ],
    { alt: 'A stage in a shoebox, drawn in ink' },
  );
}
