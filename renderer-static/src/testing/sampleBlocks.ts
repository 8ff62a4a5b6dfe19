import {
  type Block,
  type BuiltinBlockType,
  EMBED_PLATFORMS,
  type Page,
  richTextFromPlain,
} from '@cobble/engine';
import { encodeDrawing } from '@cobble/engine/drawing';
import { makeBlock, makePage } from './makePage.ts';

const rich = {
  type: 'doc',
  content: [
    {
      type: 'heading',
      attrs: { level: 1, textAlign: 'center' },
      content: [{ type: 'text', text: 'Bread & other machines' }],
    },
    { type: 'paragraph', attrs: { textAlign: null }, content: [] },
    {
      type: 'paragraph',
      attrs: { textAlign: null },
      content: [
        { type: 'text', text: 'Plain, ' },
        { type: 'text', text: 'bold', marks: [{ type: 'bold' }, { type: 'italic' }] },
        { type: 'hard_break' },
        {
          type: 'text',
          text: 'a link',
          marks: [
            { type: 'link', attrs: { href: 'https://example.com/', target: '_blank' } },
            { type: 'color', attrs: { color: 'hsv(120, 100%, 40%)' } },
            { type: 'font_family', attrs: { family: 'Caveat' } },
            { type: 'font_size', attrs: { sizePx: 30 } },
            { type: 'line_height', attrs: { ratio: 1.1 } },
            { type: 'underline' },
            { type: 'strikethrough' },
          ],
        },
      ],
    },
    { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'A second first' }] },
    {
      type: 'ordered_list',
      attrs: { order: 3 },
      content: [
        {
          type: 'list_item',
          content: [
            { type: 'paragraph', content: [{ type: 'text', text: 'Three' }] },
            {
              type: 'bullet_list',
              content: [
                {
                  type: 'list_item',
                  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Inner' }] }],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
} as const;

const all: Partial<Block> = {
  altText: 'What it shows',
  properties: {
    hyperlink: 'https://example.com/?a=1&b=2',
    hyperlinkTarget: '_blank',
    effects: { onHover: 'wobble' },
  },
  styles: {
    background: { color: '#FBF7F0', imageUrl: '/assets/ground.png', size: 'tile', tilePercent: 20 },
    opacity: 0.9,
    paddingPx: 10,
    borderRadiusPx: 12,
    blurPx: 1,
    border: { widthPx: 2, style: 'dashed', color: '#1E1A16' },
    boxShadow: { xPx: 4, yPx: 4, blurPx: 4, color: '#000' },
    dropShadow: { xPx: 1, yPx: 2, blurPx: 3, color: 'rgb(0 0 0 / 50%)' },
    overflow: 'hidden',
  },
};

/** An embed in each layout of its card, one with a link of its own, and an empty one. */
function embeds(type: BuiltinBlockType, content: object, empty: object): readonly Block[] {
  const at = (name: string, x: number, y: number, width: number, height: number) => ({
    uuid: `${type}-${name}`,
    type,
    position: { x, y, width, height },
  });
  const styles = { borderRadiusPx: 10 };
  return [
    makeBlock({ ...at('card', 0.05, 0.05, 0.5, 0.4), content, styles }),
    makeBlock({ ...at('bar', 0.05, 0.5, 0.6, 0.14), content, altText: 'My favourite' }),
    makeBlock({ ...at('mark', 0.7, 0.5, 0.1, 0.1), content, styles }),
    makeBlock({
      ...at('linked', 0.6, 0.05, 0.35, 0.3),
      content,
      properties: { hyperlink: 'https://example.com/mine' },
    }),
    makeBlock({ ...at('empty', 0.7, 0.7, 0.2, 0.2), content: empty }),
  ];
}

const TRACK = 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC';
const GIF = 'https://media.giphy.com/media/3o7TKTDn976rzVgky4';

/** One or more sample blocks of each type. */
export const SAMPLE_BLOCKS: Readonly<Record<BuiltinBlockType, readonly Block[]>> = {
  text: [
    makeBlock({
      uuid: 'words',
      type: 'text',
      content: { text: rich, font: 'EB Garamond', fontSize: 18, color: '#333', isItalic: true },
      styles: { ...all.styles, lineHeight: 1.5 },
    }),
  ],
  image: [
    makeBlock({
      uuid: 'photo',
      type: 'image',
      ...all,
      position: { rotationDeg: 8 },
      content: { url: '/assets/photo.jpg', naturalWidth: 640, naturalHeight: 480 },
    }),
    makeBlock({ uuid: 'none-yet', type: 'image', position: { y: 0.6 }, content: { url: '' } }),
  ],
  shape: [
    makeBlock({
      uuid: 'star',
      type: 'shape',
      ...all,
      content: { shapeType: 'oval', shapeColor: '#FFB52E' },
    }),
    makeBlock({
      uuid: 'own-path',
      type: 'shape',
      clientCreatedAt: '2026-05-01T09:30:00.000Z',
      properties: { displayTimestamp: 'hover', effects: { onHover: 'grow' } },
      position: { x: 0.5, y: 0.5, pin: 'left' },
      content: { shapeType: 'path', shapePath: 'M0 0L100 50L0 100Z', shapeColor: '#2B4EFF' },
    }),
  ],
  'rich-button': [
    makeBlock({
      uuid: 'write',
      type: 'rich-button',
      ...all,
      position: { width: 0.9, height: 0.14 },
      content: {
        richButtonColor: '#2B4EFF',
        richButtonText: { text: 'Write <to> me', font: 'Lato', bold: true, align: 'left' },
        richButtonIcon: { icon: 'mail', placement: 'right' },
      },
    }),
    makeBlock({
      uuid: 'mark-only',
      type: 'rich-button',
      position: { y: 0.5, width: 0.2, height: 0.1 },
      content: {
        richButtonColor: '#FFB52E',
        richButtonText: { text: 'GitHub', size: 20 },
        richButtonIcon: { icon: 'github', placement: 'left' },
        richButtonTextHidden: true,
      },
    }),
    makeBlock({
      uuid: 'square',
      type: 'rich-button',
      position: { x: 0.5, y: 0.5, width: 0.25, height: 0.25 },
      content: {
        richButtonColor: '#111111',
        richButtonText: { text: 'Menu' },
        richButtonSize: 'square',
      },
    }),
  ],
  'sticky-note': [
    makeBlock({
      uuid: 'note',
      type: 'sticky-note',
      clientCreatedAt: '2026-05-01T09:30:00.000Z',
      properties: { displayTimestamp: 'always' },
      position: { rotationDeg: -6, pin: 'right' },
      content: {
        stickyNoteColor: '#FFE27A',
        stickyNoteTitle: 'To do',
        stickyNoteImageUrl: '/assets/note.png',
        stickyNoteText: { text: 'Milk\n& bread', align: 'center', size: 18, font: 'Caveat' },
      },
    }),
  ],
  group: [
    makeBlock({
      uuid: 'card',
      type: 'group',
      ...all,
      position: { width: 0.6, height: 0.4 },
      content: { groupDisplay: 'freeform', groupOrder: 0 },
    }),
    makeBlock({
      uuid: 'on-card',
      type: 'text',
      parentUuid: 'card',
      position: { x: 0.05, y: 0.05, width: 0.4, height: 0.1 },
      content: { text: richTextFromPlain('On a card') },
    }),
    makeBlock({
      uuid: 'below',
      type: 'shape',
      parentUuid: 'card',
      position: { x: 0.05, y: 0.2, width: 0.4, height: 0.1 },
      content: { shapeType: 'rectangle', shapeColor: '#1E1A16' },
    }),
  ],
  audio: [
    makeBlock({
      uuid: 'song',
      type: 'audio',
      position: { x: 0.05, width: 0.7, height: 0.2 },
      styles: { borderRadiusPx: 12, paddingPx: 4 },
      content: { url: '/assets/song.mp3', title: 'Morning <bread> song' },
    }),
    makeBlock({
      uuid: 'player',
      type: 'audio',
      position: { x: 0.05, y: 0.4, width: 0.6, height: 0.11 },
      content: { url: '/assets/tune.mp3', title: '' },
    }),
    makeBlock({
      uuid: 'linked-song',
      type: 'audio',
      position: { x: 0.05, y: 0.55, width: 0.6, height: 0.15 },
      properties: { hyperlink: '/songs' },
      content: { url: '/assets/tune.mp3', title: 'Tune' },
    }),
    makeBlock({
      uuid: 'no-song',
      type: 'audio',
      position: { y: 0.8 },
      content: { url: '', title: '' },
    }),
  ],
  bandcamp: embeds(
    'bandcamp',
    { bandcamp: { id: '123456', url: 'https://ada.bandcamp.com/album/loaves' } },
    { bandcamp: { id: '' } },
  ),
  button: [
    makeBlock({
      uuid: 'plain-button',
      type: 'button',
      position: { width: 0.9, height: 0.14 },
      properties: { hyperlink: '/menu' },
      styles: { borderRadiusPx: 8 },
      content: { buttonType: 'wide', color: '#2B4EFF', font: 'Lato', text: 'The <menu>' },
    }),
    makeBlock({
      uuid: 'square-button',
      type: 'button',
      position: { y: 0.4 },
      content: { buttonType: 'square', color: '#FFB52E', text: 'Map' },
    }),
  ],
  channel: [
    makeBlock({
      uuid: 'posts',
      type: 'channel',
      position: { width: 0.8, height: 0.4 },
      styles: { borderRadiusPx: 12 },
      content: { channelFilters: { accountIds: [7], channelIds: [] } },
    }),
  ],
  'code-embed': [
    makeBlock({
      uuid: 'code',
      type: 'code-embed',
      ...all,
      properties: {},
      position: { width: 0.6, height: 0.3 },
      content: { ceCode: '<p>Own &amp; <b>bold</b></p><a href="https://example.com/">away</a>' },
    }),
    makeBlock({
      uuid: 'no-code',
      type: 'code-embed',
      position: { y: 0.6 },
      content: { ceCode: '' },
    }),
  ],
  codepen: embeds(
    'codepen',
    { codePenUsername: 'ada', codePenID: 'PNaGbb' },
    { codePenUsername: '', codePenID: '' },
  ),
  drawing: [
    makeBlock({
      uuid: 'scribble',
      type: 'drawing',
      ...all,
      position: { width: 0.5, height: 0.25, rotationDeg: 4 },
      content: {
        drawingPaths: encodeDrawing([
          {
            tool: 'pen',
            color: '#E5372C',
            widthPx: 7,
            points: [10, 40, 90, 140, 190].map((x, index) => ({
              x,
              y: index % 2 === 0 ? 20 : 80,
              pressure: 0.3 + index / 10,
            })),
          },
          {
            tool: 'highlighter',
            color: '#FFDE33',
            widthPx: 12,
            points: [
              { x: 10, y: 60, pressure: 0.5 },
              { x: 190, y: 60, pressure: 0.5 },
            ],
          },
        ]),
        drawingWidth: 200,
        drawingHeight: 100,
      },
    }),
    makeBlock({
      uuid: 'torn-drawing',
      type: 'drawing',
      position: { y: 0.5 },
      content: { drawingPaths: 'd1.AAA', drawingWidth: 10, drawingHeight: 10 },
    }),
  ],
  gif: [
    makeBlock({
      uuid: 'cat',
      type: 'gif',
      ...all,
      position: { rotationDeg: -3 },
      content: {
        images: {
          default: { url: `${GIF}/giphy.gif`, width: 480, height: 360, size: 900_000 },
          fixedWidth: { url: `${GIF}/200w.gif`, width: 200, height: 150 },
        },
      },
    }),
    makeBlock({ uuid: 'no-gif', type: 'gif', position: { y: 0.6 }, content: { images: {} } }),
  ],
  'google-forms': embeds(
    'google-forms',
    { googleFormsURL: 'https://docs.google.com/forms/d/e/1FAIpQLSabc-DEF_123/viewform' },
    { googleFormsURL: '' },
  ),
  gumroad: embeds(
    'gumroad',
    { gumroad: { url: 'https://ada.gumroad.com/l/engine' } },
    { gumroad: { url: '' } },
  ),
  shopify: embeds('shopify', { url: 'https://ada.myshopify.com/products/tea-cup' }, { url: '' }),
  soundcloud: embeds(
    'soundcloud',
    { soundcloudURL: 'https://soundcloud.com/forss/flickermood' },
    { soundcloudURL: '' },
  ),
  spotify: embeds('spotify', { spotifyURL: TRACK }, { spotifyURL: '' }),
  substack: embeds('substack', { substackUsername: 'ada' }, { substackUsername: '' }),
  tiktok: embeds(
    'tiktok',
    { username: 'ada', videoId: '6718335390845095173' },
    { username: '', videoId: '' },
  ),
  twitch: embeds('twitch', { twitchURL: 'https://www.twitch.tv/monstercat' }, { twitchURL: '' }),
  twitter: embeds(
    'twitter',
    { twitterContentType: 'tweet', twitterUsername: 'jack', twitterTweetID: '20' },
    { twitterContentType: 'tweet', twitterUsername: '', twitterTweetID: '' },
  ),
  typeform: embeds(
    'typeform',
    { typeformURL: 'https://form.typeform.com/to/moe6aa' },
    { typeformURL: '' },
  ),
  vimeo: embeds('vimeo', { vimeo: { id: '76979871' } }, { vimeo: { id: '' } }),
  youtube: embeds('youtube', { youtubeID: 'dQw4w9WgXcQ' }, { youtubeID: '' }),
};

/** A page with the sample blocks stacked and a full style; only one block of each embed type. */
export function samplePage(): Page {
  const isEmbed = new Set<string>(EMBED_PLATFORMS.map(({ type }) => type));
  const blocks = Object.entries(SAMPLE_BLOCKS).flatMap(([type, all], row) =>
    (isEmbed.has(type) ? all.slice(0, 1) : all).map((block) =>
      block.parentUuid === 's1'
        ? { ...block, position: { ...block.position, y: block.position.y + row } }
        : block,
    ),
  );
  const page = makePage(blocks, {
    title: 'Ada’s corner',
    description: 'Bread & machines',
    lang: 'en',
    phoneLayout: 'automatic',
  });
  return {
    ...page,
    style: {
      background: { color: '#FBF7F0', imageUrl: '/assets/ground.png', attachment: 'fixed' },
      borderColor: '#E6DED1',
      border: { widthPx: 4, style: 'solid', color: '#1E1A16' },
    },
  };
}
