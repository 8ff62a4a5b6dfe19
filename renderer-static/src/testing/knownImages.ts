import type { Block } from '@cobble/engine';
import type { Image, ImageLookup } from '../images/Image.ts';
import { makeBlock } from './makePage.ts';

const WIDTHS = [128, 192, 256, 384, 512, 768, 1024, 1536, 2048];

/** A placeholder: one green pixel. */
const GREEN =
  'data:image/webp;base64,UklGRjIAAABXRUJQVlA4ICYAAABwAQCdASoBAAEAA4BaJaACdAF1AAD+2ibGLDw2v/wH8S/sCxAAAA==';

/** What a host would know about an image of this size, with files named after it. */
export function knownImage(
  name: string,
  [width, height]: readonly [number, number],
  more: Partial<Image> = {},
): Image {
  const widths = [...WIDTHS.filter((each) => each < width * 0.9), width];
  return {
    width,
    height,
    sources: (['avif', 'webp'] as const).map((format) => ({
      type: `image/${format}` as const,
      files: widths.map((each) => ({
        url: `/assets/${name}-${String(each)}.${format}`,
        width: each,
      })),
    })),
    placeholder: GREEN,
    ...more,
  };
}

const VIDEO = { type: 'video/mp4', url: '/assets/waves-motion.mp4' } as const;
const WEBP = { type: 'image/webp', url: '/assets/ghost-motion.webp' } as const;

const KNOWN: Readonly<Record<string, Image>> = {
  '/assets/photo.jpg': knownImage('photo', [2048, 1365]),
  '/assets/waves.gif': knownImage('waves', [480, 270], { isAnimated: true, motion: VIDEO }),
  '/assets/ghost.gif': {
    ...knownImage('ghost', [300, 300], { isAnimated: true, motion: WEBP }),
    placeholder: undefined,
  },
  'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg': {
    url: '/assets/video.jpg',
    width: 480,
    height: 360,
    sources: [],
  },
  '/assets/light.gif': knownImage('light', [64, 64], { isAnimated: true }),
};

/** What a host knows about the images of {@link imageBlocks}. */
export const knownImages: ImageLookup = (url) =>
  Object.hasOwn(KNOWN, url) ? (KNOWN[url] ?? null) : null;

/**
 * Every kind of image that the server processes: photos, GIFs, video stills; alone and in links.
 */
export function imageBlocks(): readonly Block[] {
  const image = (uuid: string, url: string, y: number, more: Partial<Block> = {}): Block =>
    makeBlock({
      uuid,
      type: 'image',
      altText: `What ${uuid} shows`,
      content: { url },
      ...more,
      position: { x: 0.1, y, width: 0.6, height: 0.3, ...more.position },
    });
  return [
    image('photo', '/assets/photo.jpg', 0.05, {
      styles: { flip: { x: true }, paddingPx: 6, borderRadiusPx: 20 },
    }),
    image('waves', '/assets/waves.gif', 0.45),
    image('ghost', '/assets/ghost.gif', 0.85),
    image('light', '/assets/light.gif', 1.25),
    image('linked', '/assets/waves.gif', 1.65, {
      properties: { hyperlink: 'https://example.com/' },
    }),
    makeBlock({
      uuid: 'card',
      type: 'group',
      position: { x: 0.1, y: 2.45, width: 0.6, height: 0.4 },
      properties: { hyperlink: 'https://example.com/card' },
      content: { groupDisplay: 'freeform' },
    }),
    image('on-card', '/assets/ghost.gif', 0.05, { parentUuid: 'card' }),
    makeBlock({
      uuid: 'video',
      type: 'youtube',
      altText: 'A song',
      position: { x: 0.1, y: 2.05, width: 0.6, height: 0.34 },
      content: { youtubeID: 'dQw4w9WgXcQ' },
    }),
    makeBlock({
      uuid: 'ground',
      type: 'shape',
      position: { x: 0.75, y: 0.05, width: 0.2, height: 0.3 },
      styles: { background: { imageUrl: '/assets/photo.jpg', size: 'tile', tilePercent: 50 } },
      content: { shapeType: 'rectangle', shapeColor: '#2B4EFF00' },
    }),
  ];
}
