import type { Block, Page, PageStyle } from '@cobble/engine';
import { GALLERY_BACKGROUND, pageOf } from './galleryPage.ts';
import { GalleryWriter } from './GalleryWriter.ts';

const PHOTO = '/assets/photo.png';
const TILE = '/assets/tile.png';
const shadow = { xPx: 4, yPx: 6, blurPx: 8, color: 'rgba(30,26,22,.5)' };
const INK = '#1E1A16';

/** Each section's styles, and its width in units. */
const SECTIONS: readonly (readonly [styles: Block['styles'], width?: number])[] = [
  [{ background: { color: '#FFE27A' } }],
  [{ background: { imageUrl: TILE, size: 'tile', tilePercent: 12 } }, 0.8],
  [
    {
      ...{ background: { color: '#CFE8FF' }, borderRadiusPx: 28, boxShadow: shadow, opacity: 0.8 },
      border: { widthPx: 6, style: 'dashed', color: '#2B4EFF' },
    },
    0.7,
  ],
  [{ background: { imageUrl: PHOTO, size: 'cover' }, overflow: 'hidden', paddingPx: 10 }, 0.9],
  [{ background: { color: '#96C184' }, blurPx: 2, borderRadiusPx: 12 }, 0.6],
  [
    {
      ...{ background: { color: '#FFF' }, dropShadow: shadow },
      border: { widthPx: 3, style: 'dotted', color: '#B8241A' },
    },
    0.75,
  ],
];
const SECTION_HEIGHT = 0.2;

/**
 * A page whose sections have styles and a star each, which overlaps the lower edge of its section,
 * except in the last.
 */
function sectionPage(style: PageStyle): Page {
  const page = pageOf(new GalleryWriter(), style);
  const things = SECTIONS.flatMap(([styles, width = 1], index): Block[] => {
    const uuid = `section-${String(index)}`;
    // A page grows with what is below its last section.
    const y = index < SECTIONS.length - 1 ? 0.08 : 0.02;
    return [
      {
        ...{ uuid, type: 'group', styles, properties: {} },
        position: { x: 0, y: 0, width, height: SECTION_HEIGHT, rotationDeg: 0, zIndex: 0 },
        content: { groupDisplay: 'freeform', groupOrder: index },
      },
      {
        ...{ uuid: `star-${String(index)}`, type: 'shape', parentUuid: uuid },
        ...{ styles: {}, properties: { htmlId: `star-${String(index)}` } },
        position: { x: 0.1, y, width: 0.15, height: 0.15, rotationDeg: 20, zIndex: 50_000 },
        content: { shapeType: 'star', shapeColor: '#FFB52E' },
      },
    ];
  });
  return {
    ...page,
    relativeHeight: SECTIONS.length * SECTION_HEIGHT,
    things: Object.fromEntries(things.map((block) => [block.uuid, block])),
  };
}

const background = (more: object): PageStyle => ({
  background: { color: GALLERY_BACKGROUND, ...more },
});
const border = (widthPx: number, style: 'dashed' | 'dotted' | 'solid'): PageStyle => ({
  border: { widthPx, style, color: INK },
});

/** Pages with the styles that a page itself can have, by name. */
export const BACKGROUND_PAGES: readonly (readonly [name: string, page: Page])[] = (
  [
    [
      'a page with a colour and a solid border',
      { ...background({}), ...border(8, 'solid'), margin: 0.2 },
    ],
    [
      'a page with an image that covers the desktop',
      { ...background({ imageUrl: PHOTO }), borderColor: '#123355', hideOverflow: false },
    ],
    ['a page with a contained image', background({ imageUrl: PHOTO, size: 'contain' })],
    [
      'a page with a stretched image and a dashed border',
      { ...background({ imageUrl: PHOTO, size: 'stretch' }), ...border(6, 'dashed') },
    ],
    [
      'a page with a row of tiles and a dotted border',
      {
        ...background({ imageUrl: TILE, size: 'tile', tilePercent: 9, repeat: 'repeat-x' }),
        ...border(5, 'dotted'),
      },
    ],
    [
      'a page with a fixed column of tiles',
      background({
        ...{ imageUrl: TILE, size: 'tile', tilePercent: 20 },
        ...{ repeat: 'repeat-y', attachment: 'fixed' },
      }),
    ],
  ] satisfies readonly (readonly [string, PageStyle])[]
).map(([name, style]) => [name, sectionPage({ hideOverflow: true, ...style })]);
