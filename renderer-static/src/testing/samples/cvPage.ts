import { pen } from './penStrokes.ts';
import { SampleSheet } from './SampleSheet.ts';
import type { SampleParagraph } from './sampleText.ts';

const INK = '#14161A';
const GREY = '#565C66';
const PAPER = '#F5F5F1';
const RED = '#D92B16';

const HEAD = { font: 'Space Grotesk', color: INK, lineHeight: 1 } as const;
const BODY = { font: 'Inter', sizePx: 17, color: INK, lineHeight: 1.5 } as const;
const LABEL = { font: 'Roboto Mono', sizePx: 15, color: GREY, lineHeight: 1.6 } as const;

/** The grid: a narrow column for dates, a wide one for text. */
const WHEN = 60;
const WHAT = 290;
const WIDE = 610;

const POSTS = [
  {
    when: '2021 – now',
    where: 'Rotterdam',
    title: 'Lead engineer, Halden Structures',
    words: [
      'Eleven footbridges, two of which move. I run a team of six and the Thursday soup.',
      'The Katendrecht swing bridge opens for boats in 84 seconds, which is *faster than the kettle in the keeper’s hut*.',
    ],
    lines: 4,
  },
  {
    when: '2016 – 2021',
    where: 'Porto',
    title: 'Structural engineer, Ponte & Filhos',
    words: [
      'Strengthened a nineteenth-century iron arch without closing it for a day. Learned to say “load path” in the local way, which is with both hands.',
    ],
    lines: 2,
  },
  {
    when: '2013 – 2016',
    where: 'Lagos',
    title: 'Graduate engineer, Third Mainland Works',
    words: [
      'Counted cracks, at night, in a boat. Four thousand and twelve of them. Wrote the program that counts them now.',
    ],
    lines: 2,
  },
] as const;

/** A CV: one grid, one red line, and the line is a bridge. */
export function cvPage() {
  const sheet = new SampleSheet({
    slug: 'cv',
    title: 'Ines Okafor, bridge engineer',
    description:
      'Ines Okafor designs bridges for people on foot. What she has built, where, and how to reach her.',
    phoneLayout: 'automatic',
    widthPx: 960,
    style: { backgroundColor: PAPER, borderColor: PAPER },
  });
  addName(sheet);
  addNumbers(sheet);
  addWork(sheet);
  addRest(sheet);
  addReach(sheet);
  return sheet.page();
}

function addName(sheet: SampleSheet): void {
  sheet.section(600);
  sheet.text([WHEN, 72, 200, 2], ['Bridge engineer,', 'MSc, CEng'], LABEL);
  sheet.text([WHAT, 60, WIDE, 2], ['Ines', 'Okafor'], {
    ...HEAD,
    sizePx: 128,
    lineHeight: 0.92,
    isBold: true,
    heading: 1,
  });
  addBridge(sheet);
  sheet.text(
    [WHAT, 450, 560, 3],
    'I design bridges for people on foot. They should be light, cheap to look after, and a little too nice for their street.',
    { ...BODY, sizePx: 22, lineHeight: 1.45 },
  );
}

/** A red suspension bridge: two towers, the cable over them, evenly spaced hangers. */
function addBridge(sheet: SampleSheet): void {
  const deck = 104;
  const cable = (x: number): number => {
    const [left, right] = [240, 600];
    if (x < left) return 14 + ((left - x) / left) * 84;
    if (x > right) return 14 + ((x - right) / 240) * 84;
    const along = (x - left) / (right - left);
    return 14 + 4 * along * (1 - along) * 74;
  };
  const curve = Array.from({ length: 43 }, (_, i): [number, number] => [i * 20, cable(i * 20)]);
  const hangers = Array.from({ length: 40 }, (_, i) => 20 + i * 20).filter(
    (x) => x !== 240 && x !== 600 && deck - cable(x) > 8,
  );
  sheet.ink(
    [WHEN, 312, 840, 124],
    [
      pen(RED, 5, curve),
      {
        ...pen(
          RED,
          6,
          `0 ${String(deck)}, 280 ${String(deck - 4)}, 560 ${String(deck - 4)}, 840 ${String(deck)}`,
        ),
      },
      ...[240, 600].map((x) => pen(RED, 9, `${String(x)} 8, ${String(x)} 122`)),
      ...hangers.map((x) =>
        pen(RED, 2, `${String(x)} ${String(cable(x) + 2)}, ${String(x)} ${String(deck - 2)}`),
      ),
      pen(INK, 11, '655 58, 656 59'),
      pen(INK, 8, '655 70, 656 84'),
      pen(INK, 5, '655 84, 650 101'),
      pen(INK, 5, '656 84, 662 100'),
      pen(INK, 3, '657 72, 668 82, 682 88'),
      pen(INK, 7, '684 90, 698 90'),
      pen(INK, 6, '702 85, 705 86'),
      pen(INK, 3, '685 91, 684 101'),
      pen(INK, 3, '697 91, 699 101'),
      pen(INK, 3, '683 88, 678 82'),
    ],
    { alt: 'A suspension bridge in red ink; somebody crosses it with a small dog' },
  );
}

const NUMBERS = [
  ['14', 'bridges standing'],
  ['0', 'bridges not'],
  ['3 km', 'walked over, dry'],
  ['1', 'otter crossing'],
] as const;

function addNumbers(sheet: SampleSheet): void {
  sheet.section(220, { background: { color: INK } }, { bleeds: true });
  NUMBERS.forEach(([number, what], index) => {
    sheet.group([WHEN + index * 218, 56, 160, 112], () => {
      sheet.text([0, 0, 160, 1], number, {
        ...HEAD,
        sizePx: 50,
        color: index === 1 ? '#FF6A55' : '#FFFFFF',
        isBold: true,
        lineHeight: 1.2,
      });
      sheet.text([0, 70, 160, 1], what, { ...LABEL, color: '#C9CDD3', sizePx: 15 });
    });
  });
}

function addWork(sheet: SampleSheet): void {
  sheet.section(868);
  title(sheet, 64, 'Work');
  let y = 140;
  for (const { when, where, title: name, words, lines } of POSTS) {
    sheet.text([WHEN, y + 4, 200, 2], [when, where], LABEL);
    sheet.text([WHAT, y, WIDE, 1], name, {
      ...HEAD,
      sizePx: 27,
      isBold: true,
      heading: 3,
      lineHeight: 1.3,
    });
    sheet.text([WHAT, y + 48, WIDE, lines], [...words], BODY);
    y += 48 + lines * 25.5 + 52;
  }
  sheet.text([WHEN, y + 4, 200, 2], ['2008 – 2013', 'Delft, Lisbon'], LABEL);
  sheet.text([WHAT, y, WIDE, 1], 'MSc Structural engineering', {
    ...HEAD,
    sizePx: 27,
    isBold: true,
    heading: 3,
    lineHeight: 1.3,
  });
  sheet.text(
    [WHAT, y + 48, WIDE, 2],
    'Thesis: “Why does it hum?” On wind, handrails and F sharp. Cum laude, and a fine from the library.',
    BODY,
  );
}

function title(sheet: SampleSheet, y: number, text: string): void {
  sheet.text([WHAT, y, WIDE, 1], text, {
    ...HEAD,
    sizePx: 44,
    isBold: true,
    heading: 2,
    color: RED,
    lineHeight: 1.1,
  });
}

function addRest(sheet: SampleSheet): void {
  sheet.section(452, { background: { color: '#E7E8E2' } }, { bleeds: true });
  const column = (x: number, name: string, items: readonly string[], lines: number): void => {
    const words: readonly SampleParagraph[] = [
      { text: `*${name}*`, heading: 2, sizePx: 27, font: 'Space Grotesk' },
      { items },
    ];
    sheet.text([x, 72, 250, lines + 1.6], words, { ...BODY, lineHeight: 1.6 });
  };
  column(
    WHEN,
    'Draws with',
    [
      'Pencil, first',
      'Rhino and Grasshopper',
      'Python, SciPy',
      'OpenSees',
      'A laser scanner called Bob',
      'Pencil, last',
    ],
    6,
  );
  column(
    WHEN + 300,
    'Speaks',
    ['English, Yoruba', 'Portuguese (Porto)', 'Dutch (polite)', 'Steel'],
    4,
  );
  column(
    WHEN + 600,
    'Off duty',
    ['Choir, second alto', 'Bakes arches', 'Every bridge on foot, then back on the other side'],
    4,
  );
  sheet.text(
    [WHEN, 344, 840, 1],
    '“She asked what the bridge was for. Nobody had asked us that.”',
    { ...HEAD, sizePx: 26, lineHeight: 1.3, color: RED },
  );
}

function addReach(sheet: SampleSheet): void {
  sheet.section(300);
  sheet.text([WHEN, 76, 200, 2], ['Rotterdam, NL', 'UTC+1'], LABEL);
  sheet.text([WHAT, 64, WIDE, 1], 'Let’s build something to cross.', {
    ...HEAD,
    sizePx: 36,
    isBold: true,
    heading: 2,
    lineHeight: 1.2,
  });
  const button = { font: 'Inter', size: 18, bold: true } as const;
  const styles = { borderRadiusPx: 0 };
  sheet.button(
    [WHAT, 146, 250, 60],
    RED,
    'mailto:ines@okafor.example',
    { ...button, text: 'Write to me', color: '#FFFFFF', icon: 'mail' },
    { styles },
  );
  sheet.button(
    [WHAT + 270, 146, 250, 60],
    INK,
    'https://www.linkedin.com/in/ines-okafor',
    { ...button, text: 'LinkedIn', color: '#FFFFFF', icon: 'linkedin' },
    { styles },
  );
}
