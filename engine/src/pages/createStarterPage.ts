import { EDITOR_VERSION } from '../constants/editorVersion.ts';
import { GEOMETRY } from '../constants/geometry.ts';
import { LINK_PLATFORMS } from '../platforms/platforms.ts';
import { INDEX_SLUG } from '../model/pageSlug.ts';
import { SHAPES } from '../shapes/shapes.ts';
import { richTextFromPlain, type RichText } from '../text/richText.ts';
import type { UnsavedPage } from './UnsavedPage.ts';
import { PageComposer } from './PageComposer.ts';
import { type BuilderOptions, readBuilderOptions, readName } from './readBuilderOptions.ts';
import { chooseStarter } from './starterChoices.ts';

/** Options of {@link createStarterPage}. */
export interface StarterPageOptions extends BuilderOptions {
  readonly username: string;
  /** Default: the slug of the index page. */
  readonly slug?: string | undefined;
}

/** Height of the page divided by its width. */
const HEIGHT = 2.3;
/** Top of the second section, in units. */
const TIPS_TOP = 1.5;
const WIDTH_PX = GEOMETRY.defaultReferenceWidthPx;
const BIO =
  'Welcome to my little corner of the web. I am still setting things up, so come back soon!';

const NAME = { width: 540, padding: 8, lineHeight: 1.3, maxSizePx: 72, minSizePx: 32 } as const;

/**
 * Returns the font size and block height of the username in px: on one line if possible, and as
 * large as fits.
 */
function fitUsername(
  name: string,
  widthEm: number,
): { readonly size: number; readonly height: number } {
  const space = NAME.width - 2 * NAME.padding;
  const ems = Math.max(1, name.length) * widthEm;
  const size = Math.max(NAME.minSizePx, Math.min(NAME.maxSizePx, Math.floor(space / ems)));
  const lines = Math.ceil((ems * size) / space);
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
 * Builds the first page of a new account: three shapes, the username, a short bio, a placeholder
 * photo, three wide buttons and four tips, with random colours, shapes and font. All blocks are
 * inside the window, so that a phone shows all of them.
 *
 * @throws CobbleError `input_invalid` for an option that is missing, does not exist or has the wrong
 *   type (details: `path`)
 */
export function createStarterPage(options: StarterPageOptions): UnsavedPage {
  const names = ['createId', 'random', 'now', 'username', 'slug'] as const;
  const builder = readBuilderOptions(options, names);
  const username = readName('options.username', builder.username);
  const slug = readName('options.slug', builder.slug, INDEX_SLUG);
  const { base, accent, shapes, font, socials, tilts } = chooseStarter(builder.random);
  const composer = new PageComposer(builder, WIDTH_PX);
  composer.section(TIPS_TOP * WIDTH_PX);
  const addShape = (
    name: string,
    shapeColor: string,
    center: readonly [number, number],
    sizePx: number,
    deg = 0,
  ): void => {
    const ratio = SHAPES[name]?.aspectRatio ?? 1;
    const width = ratio > 1 ? sizePx / ratio : sizePx;
    const height = width * ratio;
    composer.add(
      [center[0] - width / 2, center[1] - height / 2, width, height],
      { type: 'shape', content: { shapeType: name, shapeColor } },
      deg,
    );
  };

  const [halo, left, right] = shapes;
  const [leftTilt = 0, rightTilt = 0, ...tipTilts] = tilts;
  // A flat shape is lower, so that the photo rests on it.
  const isFlat = (SHAPES[halo]?.aspectRatio ?? 1) < 0.8;
  addShape(halo, base.middle, [300, isFlat ? 222 : 206], isFlat ? 390 : 340);
  composer.add([200, 106, 200, 200], {
    type: 'image',
    content: { url: '/assets/starter-photo.svg', naturalWidth: 400, naturalHeight: 400 },
    styles: {
      borderRadiusPx: 100,
      border: { widthPx: 6, style: 'solid', color: base.paper },
    },
    altText: 'A smiling face, a placeholder for a photo',
  });
  addShape(left, accent.strong, [162, 296], 92, leftTilt);
  addShape(right, accent.middle, [440, 104], 104, rightTilt);

  const { size, height } = fitUsername(username, font.widthEm);
  composer.add([30, 444 - height / 2, NAME.width, height], {
    type: 'text',
    content: {
      text: heading(username, size),
      useAutosize: true,
      font: font.family,
      fontSize: size,
      color: base.deep,
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
      color: base.deep,
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
  button(606, 'Write to me', base.deep, 'mail');
  socials.forEach((id, index) => {
    const platform = LINK_PLATFORMS.find((each) => each.id === id);
    const color = index === 0 ? accent.strong : base.strong;
    if (platform)
      button(
        690 + index * 84,
        platform.name,
        color,
        platform.icon,
        `https://${platform.hosts[0] ?? ''}/`,
      );
  });

  const tipsHeight = (HEIGHT - TIPS_TOP) * WIDTH_PX;
  composer.section(tipsHeight, { background: { color: base.light }, borderRadiusPx: 28 });
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
    slug,
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
      backgroundColor: base.paper,
      borderColor: accent.middle,
      border: { widthPx: 10, style: 'solid', color: accent.middle },
    },
    things: composer.things,
  };
}
