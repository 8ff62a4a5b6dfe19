import { EDITOR_VERSION, type Page, type Post, richTextFromPlain } from '@cobble/engine';
import { encodeDrawing } from '@cobble/engine/drawing';
import { SHAPES } from '@cobble/engine/shapes';
import { doc, heading, list, mark, paragraph, SCRIPT_TEXTS } from './galleryTexts.ts';
import { GalleryWriter } from './GalleryWriter.ts';

/** The page's background colour: everything else is ink. */
export const GALLERY_BACKGROUND = '#FBF7F0';
/** The posts of the gallery's channel, by account. */
export const GALLERY_POSTS: Readonly<Record<number, readonly Post[]>> = {
  7: [
    { id: 1, caption: 'The oven is lit', createdAt: '2026-05-01T08:00:00.000Z' },
    {
      ...{ id: 2, createdAt: '2026-05-03T08:00:00.000Z' },
      caption: 'Rye is sold out.  Wheat   is not,\nnor are rolls: come before noon',
    },
    {
      id: 3,
      caption: 'A third one, which there is no room for',
      createdAt: '2026-04-02T08:00:00Z',
    },
  ],
};

const PHOTO = '/assets/photo.png';
const TILE = '/assets/tile.png';
const shadow = (xPx: number, yPx: number, blurPx: number, color = 'rgba(30,26,22,.45)') => ({
  ...{ xPx, yPx, blurPx, color },
});
const border = (widthPx: number, style: string, color = '#2B4EFF') => ({ widthPx, style, color });

/** The part of the gallery that fits a magnified screen: the styles that all blocks share. */
export function stylesPage(): Page {
  const writer = new GalleryWriter();
  for (const add of [addStyles, addBackgrounds, addBorders, addButtons]) add(writer);
  return pageOf(writer);
}

/** A page with every block type and every visible style; 600 px wide. */
export function galleryPage(): Page {
  const writer = new GalleryWriter();
  addTexts(writer);
  addImages(writer);
  addBorders(writer);
  addButtons(writer);
  addShapes(writer);
  addBackgrounds(writer);
  addStyles(writer);
  addRest(writer);
  return pageOf(writer);
}

/** Converts what the writer collected to a page. */
export function pageOf(
  writer: Pick<GalleryWriter, 'blocks' | 'heightPx'>,
  style: object = {},
): Page {
  const height = writer.heightPx / 600;
  const section = {
    uuid: 'main',
    type: 'group',
    position: { x: 0, y: 0, width: 1, height, rotationDeg: 0, zIndex: 0 },
    content: { groupDisplay: 'freeform', groupOrder: 0 },
    styles: {},
    properties: {},
  };
  return {
    ...{ ID: 1, slug: 'gallery', site: { ID: 1, slug: 'harness' }, accountID: 1 },
    ...{ isPublic: true, isListed: false, isPeekable: false, isDisabled: false },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
    relativeHeight: height,
    revision: 0,
    settings: { editorVersion: EDITOR_VERSION, referenceWidth: 600, title: 'Gallery' },
    style: { background: { color: GALLERY_BACKGROUND }, ...style },
    things: Object.fromEntries([section, ...writer.blocks].map((block) => [block.uuid, block])),
  };
}

function addImages(writer: GalleryWriter): void {
  const image = (width: number, height: number, styles: object = {}, rotationDeg = 0) =>
    writer.add('image', width, height, { content: { url: PHOTO }, styles, rotationDeg });
  image(160, 120);
  image(100, 160, { borderRadiusPx: 16, border: border(4, 'solid', '#1E1A16') });
  image(160, 100, { paddingPx: 12, background: { color: '#96C184' }, borderRadiusPx: 24 });
  image(140, 100, { flip: { x: true } });
  image(140, 100, { flip: { x: true, y: true }, opacity: 0.5 });
  image(120, 90, { blurPx: 3 });
  image(120, 90, { boxShadow: shadow(4, 6, 10), borderRadiusPx: 45 });
  image(120, 90, { dropShadow: shadow(5, 5, 4), borderRadiusPx: 8 });
  image(120, 90, { blurPx: 1, opacity: 0.8, dropShadow: shadow(3, 6, 3) }, 15);
  image(120, 90, { border: border(6, 'dashed'), paddingPx: 8 }, -30);
  writer.add('image', 120, 100, { content: { url: '' } }).endRow();
}

function addShapes(writer: GalleryWriter): void {
  const colors = ['#FFB52E', '#2B4EFF', '#3F9D6B', '#B8241A', 'hsv(280, 60%, 60%)'];
  Object.keys(SHAPES).forEach((shapeType, index) => {
    const shapeColor = colors[index % colors.length];
    const rotationDeg = index % 4 === 3 ? 24 : 0;
    writer.add('shape', 64, 64, { content: { shapeType, shapeColor }, rotationDeg });
  });
  const path = { shapeType: 'path', shapePath: 'M0 0L100 50L0 100Z', shapeColor: '#1E1A16' };
  writer.add('shape', 100, 60, { content: path, styles: { paddingPx: 6, flip: { x: true } } });
  const oval = { shapeType: 'oval', shapeColor: '#FFB52E' };
  writer.add('shape', 90, 70, {
    content: oval,
    styles: { opacity: 0.6, dropShadow: shadow(6, 8, 4) },
  });
  writer.add('shape', 90, 70, { content: oval, styles: { boxShadow: shadow(0, 4, 12) } });
  writer.add('shape', 90, 70, { content: oval, styles: { background: { color: '#1E1A16' } } });
  writer.endRow();
}

function addBackgrounds(writer: GalleryWriter): void {
  const addBackground = (background: object, more: object = {}) =>
    writer.add('group', 150, 110, { styles: { background, ...more } });
  addBackground({ color: '#FFE27A' }, { borderRadiusPx: 20 });
  addBackground({ imageUrl: PHOTO, size: 'cover' }, { borderRadiusPx: 20 });
  addBackground({ color: '#E6DED1', imageUrl: PHOTO, size: 'contain' });
  addBackground({ imageUrl: PHOTO, size: 'stretch' });
  addBackground({ imageUrl: TILE, size: 'tile', tilePercent: 30 });
  addBackground({ imageUrl: TILE, size: 'tile' }, { opacity: 0.5 });
  addBackground({ imageUrl: TILE, size: 'tile', tilePercent: 3 });
  addBackground({
    color: '#FFF',
    imageUrl: TILE,
    size: 'tile',
    tilePercent: 25,
    repeat: 'repeat-x',
  });
  addBackground({
    color: '#FFF',
    imageUrl: TILE,
    size: 'tile',
    tilePercent: 25,
    repeat: 'repeat-y',
  });
  addBackground({
    color: '#FFF',
    imageUrl: TILE,
    size: 'tile',
    tilePercent: 40,
    repeat: 'no-repeat',
  });
  addBackground({ imageUrl: PHOTO, size: 'contain', repeat: 'repeat' });
  const framed = { border: border(10, 'dashed', '#1E1A16'), paddingPx: 6 };
  const text = richTextFromPlain('');
  writer.add('text', 150, 110, {
    content: { text, useAutosize: false },
    styles: { ...framed, background: { imageUrl: TILE, size: 'tile', tilePercent: 30 } },
  });
  writer.add('image', 150, 110, {
    content: { url: '' },
    styles: { ...framed, background: { imageUrl: PHOTO, size: 'cover' } },
  });
  const star = { type: 'shape', content: { shapeType: 'star', shapeColor: '#B8241A' } } as const;
  const box = {
    type: 'shape',
    content: { shapeType: 'rectangle', shapeColor: '#2B4EFF' },
  } as const;
  const children = [
    { ...box, box: [-20, 20, 90, 60], styles: {} },
    { ...star, box: [60, 40, 120, 110], rotationDeg: 20 },
  ] as const;
  const addGroup = (styles: object, rotationDeg = 0) =>
    writer.add('group', 150, 110, { children, styles, rotationDeg });
  addGroup({ background: { color: '#FFF' }, overflow: 'hidden', borderRadiusPx: 24 });
  addGroup({ background: { color: '#FFF' }, opacity: 0.5, overflow: 'hidden' });
  addGroup({ background: { color: '#FFF' }, overflow: 'hidden', border: border(8, 'dotted') }, 12);
  writer.endRow();
}

function addBorders(writer: GalleryWriter): void {
  for (const style of ['solid', 'dashed', 'dotted'])
    for (const [widthPx, borderRadiusPx] of [
      [1, 0],
      [2, 0],
      [3, 12],
      [6, 0],
      [9, 30],
    ] as const)
      writer.add('group', 80, 60, { styles: { border: border(widthPx, style), borderRadiusPx } });
  writer.add('group', 80, 60, {
    styles: { border: border(5, 'solid', 'rgba(184,36,26,.5)'), background: { color: '#FFE27A' } },
    rotationDeg: 8,
  });
  writer.endRow();
}

function addTexts(writer: GalleryWriter): void {
  const text = (width: number, height: number, body: object, content: object = {}) =>
    writer.add('text', width, height, { content: { text: body, useAutosize: false, ...content } });
  for (const [, font, plain] of SCRIPT_TEXTS)
    text(250, 110, richTextFromPlain(plain), { font, fontSize: 20 });
  const pangram =
    'Sphinx of black quartz, judge my vow: five quacking zephyrs jolt my wax bed, and pack my box with five dozen liquor jugs.';
  for (const textAlign of ['left', 'center', 'right', 'justify'])
    text(250, 130, richTextFromPlain(pangram), { font: 'Lato', fontSize: 16, textAlign });
  text(250, 130, richTextFromPlain(pangram), { font: 'Caveat', fontSize: 22 });
  text(250, 130, richTextFromPlain(pangram), { font: 'Pacifico', fontSize: 15 });
  text(
    536,
    270,
    doc(
      heading(2, 'Market day', 40),
      paragraph([
        'Fresh bread, ',
        ['bold ideas', mark.bold],
        ' and ',
        ['slanted', mark.italic],
        ', ',
        ['gaily underlined', mark.under],
        ', ',
        ['struck', mark.strike],
        ' and ',
        ['linked jugs', mark.link],
        ', ',
        ['larger', mark.size(30), mark.under],
        ' or ',
        ['a coloured link', mark.link, mark.color('#B8241A'), mark.size(24)],
        '.',
      ]),
      paragraph([['Another family', mark.family('Caveat'), mark.size(28)], ' in between.']),
      list('bullet_list', 'Rye', 'Wheat with a crust'),
      list('ordered_list', 'First', 'Second'),
    ),
    { font: 'Merriweather', fontSize: 16 },
  );
  text(
    536,
    110,
    doc(
      paragraph([
        ['High', mark.height(2)],
        ' and ',
        ['low', mark.height(1), mark.size(34)],
        ' lines of mixed ',
        ['sizes', mark.size(12)],
        ' break alike.',
      ]),
      paragraph([]),
      paragraph(['After an empty one.'], 'right'),
    ),
    { font: 'Inter', fontSize: 18, color: '#2B4EFF' },
  );
  for (const rotationDeg of [-18, 45, 90])
    writer.add('text', 150, 60, {
      content: {
        ...{ text: richTextFromPlain('Tilted words go round'), useAutosize: false },
        ...{ font: 'Nunito', fontSize: 20, textAlign: 'center' },
      },
      rotationDeg,
    });
  writer.endRow();
}

function addButtons(writer: GalleryWriter): void {
  const rich = (text: object, more: object = {}, styles: object = { borderRadiusPx: 12 }) =>
    writer.add('rich-button', 250, 56, {
      content: { richButtonColor: '#2B4EFF', richButtonText: text, ...more },
      styles,
    });
  const icon = (placement: string) => ({ richButtonIcon: { icon: 'mail', placement } });
  rich({ text: 'Visit the stall', font: 'Lato', bold: true, align: 'center' }, icon('left'));
  rich({ text: 'Visit', font: 'Inter', align: 'left' }, icon('right'), { borderRadiusPx: 28 });
  rich({ text: 'Visit', align: 'right', size: 18 }, {}, { border: border(3, 'solid', '#1E1A16') });
  rich({ text: 'Hidden' }, { ...icon('left'), richButtonTextHidden: true });
  rich({ text: 'A label that is too long for one line of it', size: 16 }, icon('left'));
  writer.add('rich-button', 90, 90, {
    content: {
      ...{ richButtonColor: '#FFB52E', richButtonSize: 'square' },
      richButtonText: { text: 'Menu' },
    },
  });
  writer.add('button', 250, 56, {
    content: { buttonType: 'wide', color: '#2B4EFF', text: 'The menu' },
    styles: { borderRadiusPx: 8 },
  });
  writer.add('button', 90, 90, {
    content: { buttonType: 'square', color: '#FFB52E', text: 'Map', font: 'Nunito' },
  });
  const note = (content: object, styles: object = {}, rotationDeg = 0) =>
    writer.add('sticky-note', 160, 160, {
      content: { stickyNoteColor: '#FFE27A', ...content },
      ...{ styles, rotationDeg },
    });
  const basket = { text: 'Bring a basket\nand a friend', font: 'Caveat', size: 24 };
  note({ stickyNoteText: basket }, { boxShadow: shadow(0, 6, 14, 'rgba(30,26,22,.22)') }, 4);
  note({
    ...{ stickyNoteColor: '#3F9D6B', stickyNoteTitle: 'To do' },
    stickyNoteText: { text: 'Milk and bread from the far market', align: 'center', size: 18 },
  });
  note({ stickyNoteImageUrl: TILE, stickyNoteText: { text: 'With an image' } });
  writer.endRow();
}

/** Common block types in styles that the other parts of the gallery do not show. */
function addStyles(writer: GalleryWriter): void {
  const sentence = richTextFromPlain('Loaves are baked before the town is awake.');
  const text = (styles: object, content: object = {}, rotationDeg = 0) =>
    // Tall enough for the text, because published boxes grow with it.
    writer.add('text', 160, 130, {
      content: { text: sentence, useAutosize: false, font: 'Lato', fontSize: 14, ...content },
      ...{ styles, rotationDeg },
    });
  const paper = { background: { color: '#FFF' } };
  const framed = { ...paper, border: border(3, 'dashed', '#3F9D6B') };
  text({ ...framed, paddingPx: 12, borderRadiusPx: 14 });
  text({ ...paper, boxShadow: shadow(4, 6, 10), opacity: 0.7, paddingPx: 6 });
  text({ dropShadow: shadow(3, 3, 2) }, { color: '#B8241A' });
  text({ blurPx: 1.5 });
  text({ ...framed, overflow: 'hidden', borderRadiusPx: 20 }, { fontSize: 17 });
  text({ ...framed, overflow: 'scroll' });
  text({ ...framed, overflow: 'visible' });
  text({ ...paper, lineHeight: 2 });
  text({ ...framed, borderRadiusPx: 45, paddingPx: 20 }, { fontSize: 12 }, -12);
  const button = { richButtonColor: '#3F9D6B', richButtonText: { text: 'Visit', size: 20 } };
  writer.add('rich-button', 160, 50, {
    content: button,
    styles: { opacity: 0.6, boxShadow: shadow(0, 4, 8), borderRadiusPx: 10 },
  });
  writer.add('rich-button', 160, 50, {
    content: button,
    styles: { blurPx: 1, dropShadow: shadow(4, 4, 3), paddingPx: 8 },
    rotationDeg: 12,
  });
  const note = { stickyNoteColor: '#FFE27A', stickyNoteText: { text: 'Rye', size: 22 } };
  writer.add('sticky-note', 120, 100, {
    content: note,
    styles: { dropShadow: shadow(4, 6, 4), borderRadiusPx: 18, paddingPx: 10 },
  });
  writer.add('sticky-note', 120, 100, {
    content: note,
    styles: { blurPx: 2, opacity: 0.8, border: border(4, 'dotted') },
  });
  const ink = { drawingWidth: 200, drawingHeight: 100, drawingPaths: DRAWING };
  writer.add('drawing', 150, 80, {
    content: ink,
    styles: { dropShadow: shadow(4, 4, 2), opacity: 0.6 },
  });
  writer.add('drawing', 150, 80, {
    content: ink,
    styles: { ...framed, blurPx: 2, borderRadiusPx: 16, paddingPx: 10 },
  });
  const star = { shapeType: 'star', shapeColor: '#2B4EFF' };
  // Values that are larger than the block.
  const odd = (styles: object) => writer.add('shape', 90, 60, { content: star, styles });
  odd({ ...paper, border: border(50, 'solid') });
  odd({ ...paper, border: border(12, 'dashed'), borderRadiusPx: 2000 });
  odd({ ...paper, border: border(2, 'solid'), paddingPx: 40, borderRadiusPx: 8 });
  writer.add('shape', 90, 90, { content: star, styles: { blurPx: 3 } });
  writer.add('shape', 90, 90, { content: star, styles: { ...framed, borderRadiusPx: 30 } });
  const inner = {
    type: 'group',
    box: [20, 15, 90, 70],
    styles: { opacity: 0.5, ...paper },
    children: [{ type: 'shape', content: star, box: [40, 10, 70, 70], rotationDeg: 30 }],
  } as const;
  const group = (styles: object) => writer.add('group', 150, 100, { styles, children: [inner] });
  group({ background: { color: '#CFE8FF' }, blurPx: 2 });
  group({ background: { color: '#CFE8FF' }, dropShadow: shadow(5, 5, 4), borderRadiusPx: 20 });
  group({ border: border(10, 'solid', '#1E1A16'), boxShadow: shadow(0, 4, 10), opacity: 0.8 });
  writer.endRow();
}

function addRest(writer: GalleryWriter): void {
  writer.add('drawing', 200, 100, {
    content: { drawingWidth: 200, drawingHeight: 100, drawingPaths: DRAWING },
  });
  writer.add('drawing', 120, 100, {
    content: { drawingWidth: 200, drawingHeight: 100, drawingPaths: DRAWING },
    styles: { flip: { x: true }, background: { color: '#FFF' } },
    rotationDeg: 10,
  });
  writer.add('never-heard-of', 150, 110);
  writer.add('audio', 250, 110, { content: { url: '/assets/a.mp3', title: 'Morning song' } });
  writer.add('code-embed', 120, 90, { content: { ceCode: '' } });
  writer.add('channel', 180, 120, {
    content: { channelFilters: { accountIds: [], channelIds: [] } },
  });
  writer.add('channel', 250, 190, {
    content: { channelFilters: { accountIds: [7], channelIds: [] } },
    styles: { borderRadiusPx: 12, paddingPx: 6, background: { color: '#FFE27A' } },
  });
  const url = 'https://media.giphy.com/media/abc123/giphy.gif';
  writer.add('gif', 120, 90, {
    content: { images: { default: { url, width: 320, height: 240, size: 1000 } } },
  });
  writer.add('gif', 90, 90, { content: { images: {} } });
  for (const [type, content] of Object.entries(EMBEDS)) writer.add(type, 250, 150, { content });
  writer.add('spotify', 250, 90, { content: EMBEDS.spotify });
  writer.add('spotify', 60, 60, { content: EMBEDS.spotify, styles: { borderRadiusPx: 10 } });
  writer.add('twitch', 100, 90, { content: { twitchURL: '' } });
}

const DRAWING = encodeDrawing([
  {
    ...{ tool: 'pen', color: '#E5372C', widthPx: 12 },
    points: [20, 60, 100, 140, 180].map((x, index) => ({
      ...{ x, y: index % 2 === 0 ? 20 : 80, pressure: 0.3 + index / 10 },
    })),
  },
  {
    ...{ tool: 'highlighter', color: '#FFDE33', widthPx: 16 },
    points: [
      { x: 10, y: 60, pressure: 0.5 },
      { x: 190, y: 60, pressure: 0.5 },
    ],
  },
]);

const EMBEDS = {
  bandcamp: { bandcamp: { id: '123456', url: 'https://ada.bandcamp.com/album/loaves' } },
  codepen: { codePenUsername: 'ada', codePenID: 'PNaGbb' },
  'google-forms': {
    googleFormsURL: 'https://docs.google.com/forms/d/e/1FAIpQLSabc-DEF_123/viewform',
  },
  gumroad: { gumroad: { url: 'https://ada.gumroad.com/l/engine' } },
  shopify: { url: 'https://ada.myshopify.com/products/tea-cup' },
  soundcloud: { soundcloudURL: 'https://soundcloud.com/forss/flickermood' },
  spotify: { spotifyURL: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC' },
  substack: { substackUsername: 'ada' },
  tiktok: { username: 'ada', videoId: '6718335390845095173' },
  twitch: { twitchURL: 'https://www.twitch.tv/monstercat' },
  twitter: { twitterContentType: 'tweet', twitterUsername: 'jack', twitterTweetID: '20' },
  typeform: { typeformURL: 'https://form.typeform.com/to/moe6aa' },
  vimeo: { vimeo: { id: '76979871' } },
  youtube: { youtubeID: 'dQw4w9WgXcQ' },
} as const;
