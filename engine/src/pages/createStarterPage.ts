import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import { LINK_PLATFORMS } from '../platforms/platforms.ts';
import { INDEX_SLUG } from '../model/pageSlug.ts';
import { SHAPES } from '../shapes/shapes.ts';
import { richTextFromPlain, type RichText } from '../text/richText.ts';
import type { PageDraft } from './PageDraft.ts';
import { PageComposer } from './PageComposer.ts';
import { chooseStarter } from './starterChoices.ts';

/** What {@link createStarterPage} takes. */
export interface StarterPageOptions {
  readonly username: string;
  /** Default: the index page's. */
  readonly slug?: string;
  readonly random: () => number;
  readonly createId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The page's height over its width. */
const HEIGHT = 2.3;
/** Where the second section begins. */
const TIPS_FROM = 1.5;
const WIDTH_PX = GEOMETRY.defaultReferenceWidthPx;
const BIO =
  'Welcome to my little stall on the web. I am still putting things on the table, so come back soon!';

const NAME = { width: 540, padding: 8, lineHeight: 1.3, largest: 72, smallest: 32 } as const;

/** The name's size and its block's height in px: one line if it can be, as large as may be. */
function fitName(
  name: string,
  widthEm: number,
): { readonly size: number; readonly height: number } {
  const room = NAME.width - 2 * NAME.padding;
  const ems = Math.max(1, name.length) * widthEm;
  const size = Math.max(NAME.smallest, Math.min(NAME.largest, Math.floor(room / ems)));
  const lines = Math.ceil((ems * size) / room);
  return { size, height: lines * size * NAME.lineHeight + 2 * NAME.padding };
}

function heading(text: string, sizePx: number): RichText {
  const marks = [{ type: 'font_size', attrs: { sizePx } }];
  const content = [{ type: 'text', text, marks }];
  return {
    type: 'doc',
    content: [{ type: 'heading', attrs: { level: 1, textAlign: 'center' }, content }],
  };
}

/**
 * The page that a new account finds: three shapes, its name, a few words about itself, the place of
 * a photo, three wide buttons and four tips, in colours, shapes and a face of letters that chance
 * picks. Every block stands within the window, so that a phone shows all of it.
 */
export function createStarterPage(options: StarterPageOptions): PageDraft {
  const { username } = options;
  const { ground, accent, shapes, font, socials, tilts } = chooseStarter(options.random);
  const composer = new PageComposer(options, WIDTH_PX);
  composer.section(TIPS_FROM * WIDTH_PX);
  const addShape = (
    name: string,
    shapeColor: string,
    centre: readonly [number, number],
    sizePx: number,
    deg = 0,
  ): void => {
    const ratio = SHAPES[name]?.aspectRatio ?? 1;
    const width = ratio > 1 ? sizePx / ratio : sizePx;
    const height = width * ratio;
    composer.add(
      [centre[0] - width / 2, centre[1] - height / 2, width, height],
      { type: 'shape', content: { shapeType: name, shapeColor } },
      deg,
    );
  };

  const [halo, left, right] = shapes;
  const [leftTilt = 0, rightTilt = 0, ...tipTilts] = tilts;
  // A flat one sits lower, so that the photo stands on it.
  const isFlat = (SHAPES[halo]?.aspectRatio ?? 1) < 0.8;
  addShape(halo, ground.middle, [300, isFlat ? 222 : 206], isFlat ? 390 : 340);
  composer.add([200, 106, 200, 200], {
    type: 'image',
    content: { url: '/assets/starter-photo.svg', naturalWidth: 400, naturalHeight: 400 },
    styles: {
      borderRadiusPx: 100,
      border: { widthPx: 6, style: 'solid', color: ground.paper },
    },
    altText: 'A smiling face, until there is a photo',
  });
  addShape(left, accent.strong, [162, 296], 92, leftTilt);
  addShape(right, accent.middle, [440, 104], 104, rightTilt);

  const { size, height } = fitName(username, font.widthEm);
  composer.add([30, 444 - height / 2, NAME.width, height], {
    type: 'text',
    content: {
      text: heading(username, size),
      useAutosize: true,
      font: font.family,
      fontSize: size,
      color: ground.deep,
      textAlign: 'center',
    },
    styles: { paddingPx: NAME.padding, lineHeight: NAME.lineHeight },
  });
  composer.add([80, 500, 440, 72], {
    type: 'text',
    content: {
      text: richTextFromPlain(BIO, { align: 'center' }),
      useAutosize: true,
      fontSize: 20,
      color: ground.deep,
      textAlign: 'center',
    },
    styles: { paddingPx: 8, lineHeight: 1.4 },
  });

  const button = (
    top: number,
    text: string,
    color: string,
    icon: string,
    hyperlink?: string,
  ): void => {
    composer.add([76, top, 448, 68], {
      type: 'rich-button',
      content: {
        richButtonColor: color,
        richButtonText: { text, font: 'Lato', bold: true, align: 'center' },
        richButtonIcon: { icon, placement: 'left' },
      },
      properties: hyperlink === undefined ? {} : { hyperlink, hyperlinkTarget: '_blank' },
      styles: { borderRadiusPx: 16 },
    });
  };
  button(606, 'Write to me', ground.deep, 'mail');
  socials.forEach((id, index) => {
    const platform = LINK_PLATFORMS.find((each) => each.id === id);
    const color = index === 0 ? accent.strong : ground.strong;
    if (platform)
      button(
        690 + index * 84,
        platform.name,
        color,
        platform.icon,
        `https://${platform.hosts[0] ?? ''}/`,
      );
  });

  const tipsHeight = (HEIGHT - TIPS_FROM) * WIDTH_PX;
  composer.section(tipsHeight, { background: { color: ground.light }, borderRadiusPx: 28 });
  const tip = (x: number, y: number, file: string, altText: string, deg: number): void => {
    composer.add(
      [x, y, 248, 172],
      {
        type: 'image',
        content: { url: `/assets/${file}`, naturalWidth: 520, naturalHeight: 360 },
        altText,
      },
      deg,
    );
  };
  tip(38, 44, 'tip-drag.svg', 'Tip: drag anything anywhere', tipTilts[0] ?? 0);
  tip(314, 52, 'tip-text.svg', 'Tip: tap words to change them', tipTilts[1] ?? 0);
  tip(42, 248, 'tip-add.svg', 'Tip: pick a tool to add things', tipTilts[2] ?? 0);
  tip(312, 256, 'tip-publish.svg', 'Tip: then press Publish', tipTilts[3] ?? 0);

  return {
    slug: options.slug ?? INDEX_SLUG,
    isPublic: true,
    isListed: false,
    isPeekable: false,
    relativeHeight: HEIGHT,
    settings: {
      title: username,
      editorVersion: EDITOR_VERSION,
      referenceWidth: WIDTH_PX,
      phoneLayout: 'automatic',
    },
    style: {
      backgroundColor: ground.paper,
      borderColor: accent.middle,
      border: { widthPx: 10, style: 'solid', color: accent.middle },
    },
    things: composer.things,
  };
}
