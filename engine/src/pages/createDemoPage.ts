import type { Page } from '../model/Page.ts';
import { BUILTIN_PAGE_IDS } from '../permissions/pageIds.ts';
import { SHAPES } from '../shapes/shapes.ts';
import { builtinPage } from './builtinPage.ts';
import { composedText } from './composedText.ts';
import { type ComposerOptions, PageComposer } from './PageComposer.ts';

/** Reference width and section heights of the essay. */
const WIDTH_PX = 750;
const SECTIONS_PX = [430, 560, 345] as const;

const INK = '#1E1A16';
const COBALT = '#2B4EFF';
const MARIGOLD = '#FFB52E';

const TITLE = { font: 'Archivo Black', color: INK, lineHeight: 1.05, heading: 1 } as const;
const HEADING = { font: 'DM Serif Display', color: INK, lineHeight: 1.15, heading: 3 } as const;
const BODY = { font: 'Lato', sizePx: 19, color: '#3B342C', lineHeight: 1.5 } as const;

/** Cards of the essay: a heading, a text, and the shape behind the heading. */
const PARTS = [
  {
    heading: 'Put things anywhere',
    text: 'No rows to fill, no boxes to fit into. Take an image, a few words or a star, and put it where it looks right. Tilt it a little. Stack it on something else.',
    shape: ['rounded hexagon', '#BCD7F7', 10],
  },
  {
    heading: 'It grows as you write',
    text: 'Write more, and everything below moves down. On a phone the same page becomes one column, and you can still choose where each piece goes.',
    shape: ['pillow crab', '#C2E1B4', -8],
  },
  {
    heading: 'It belongs to you',
    text: 'A page is a small file of plain blocks. You can export it, import it again, or start over as often as you like. You can undo everything.',
    shape: ['soapy', '#F9C3DA', 6],
  },
  {
    heading: 'Leave it a bit crooked',
    text: 'Handmade things are never quite straight, and that is why we like them. A good page does not have to look like everyone else’s.',
    shape: ['stamp', '#F9E594', -5],
  },
] as const;

/**
 * Builds the demo page: an essay about Cobble, ID -2, designed at 750 px and about 1.78 times as
 * tall as it is wide.
 */
export function createDemoPage(options: ComposerOptions): Page {
  const page = new PageComposer(options, WIDTH_PX);
  addTitle(page);
  addEssay(page);
  addEnd(page);
  return builtinPage(page, {
    ID: BUILTIN_PAGE_IDS.demo,
    slug: 'main',
    createdAtMs: options.now(),
    settings: {
      title: 'Cobble a page together',
      description: 'What Cobble is, shown on a page made with it.',
      referenceWidth: WIDTH_PX,
      phoneLayout: 'automatic',
    },
    style: { backgroundColor: '#FBF7F0', borderColor: '#E6DED1' },
  });
}

function addTitle(page: PageComposer): void {
  page.section(SECTIONS_PX[0]);
  addShape(page, 'many petals', MARIGOLD, [604, 148], 238, 8);
  addShape(page, 'eye', INK, [604, 150], 96, -4);
  addShape(page, 'squiggles', COBALT, [450, 62], 92, -10);
  page.add([48, 66, 480, 202], composedText(['Cobble a page together'], { ...TITLE, sizePx: 64 }));
  page.add(
    [48, 290, 420, 90],
    composedText(
      [
        'A page is a table on market day. You bring a few good things and lay them out your own way.',
      ],
      { ...BODY, sizePx: 20 },
    ),
  );
  page.add(
    [520, 262, 172, 150],
    {
      type: 'sticky-note',
      content: {
        stickyNoteColor: '#FFE27A',
        stickyNoteText: {
          text: 'Nothing here is nailed down. Drag me!',
          font: 'Caveat',
          size: 26,
          align: 'center',
        },
      },
      styles: { boxShadow: { xPx: 0, yPx: 5, blurPx: 12, color: 'rgba(30,26,22,0.2)' } },
    },
    4,
  );
}

function addEssay(page: PageComposer): void {
  // The cards are in two columns. Each card is read to its end before the next.
  const order: string[] = [];
  page.section(SECTIONS_PX[1], { background: { color: '#FFFFFF' }, borderRadiusPx: 28 }, order);
  PARTS.forEach(({ heading, text, shape: [name, color, tilt] }, index) => {
    const left = index % 2 === 0 ? 48 : 399;
    const top = index < 2 ? 40 : 300;
    order.push(
      addShape(page, name, color, [left + 22, top + 24], 64, tilt),
      page.add([left, top + 6, 303, 37], composedText([heading], { ...HEADING, sizePx: 32 })),
      page.add([left, top + 62, 303, 171], composedText([text], BODY)),
    );
  });
}

function addEnd(page: PageComposer): void {
  page.section(SECTIONS_PX[2]);
  page.add([48, 48, 654, 252], {
    type: 'shape',
    content: { shapeType: 'rectangle', shapeColor: COBALT },
    styles: { borderRadiusPx: 28, overflow: 'hidden' },
  });
  addShape(page, 'star', MARIGOLD, [628, 82], 118, 14);
  addShape(page, 'heart', '#F9C3DA', [648, 258], 84, -14);
  page.add(
    [96, 92, 470, 54],
    composedText(['Now you'], { ...TITLE, color: '#FFFFFF', sizePx: 44, heading: 2 }),
  );
  page.add(
    [96, 158, 470, 116],
    composedText(
      [
        'Double-click text to edit it, press D to draw, drop in an image. Make a mess of this page: it is only a sample, and it resets when you reload.',
      ],
      { ...BODY, color: '#FFFFFF' },
    ),
  );
}

/** Adds a shape by its centre and the length of its longer side, in px. Returns its id. */
function addShape(
  page: PageComposer,
  shapeType: string,
  shapeColor: string,
  [x, y]: readonly [number, number],
  sizePx: number,
  tiltDeg: number,
): string {
  const ratio = SHAPES[shapeType]?.aspectRatio ?? 1;
  const width = ratio > 1 ? sizePx / ratio : sizePx;
  const height = width * ratio;
  return page.add(
    [x - width / 2, y - height / 2, width, height],
    { type: 'shape', content: { shapeType, shapeColor } },
    tiltDeg,
  );
}
