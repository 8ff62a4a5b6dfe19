import type { Page } from '@cobble/engine';
import fc from 'fast-check';
import { webAddress } from '../document/headHtml.ts';
import type { RenderOptions } from '../RenderOptions.ts';
import { HOSTILE_STRINGS, hostileCopies } from './hostile.ts';
import { samplePage } from './sampleBlocks.ts';

/** A page and its rendering options, with hostile text in any field that may have it. */
export interface HostileRendering {
  readonly page: Page;
  readonly options: RenderOptions;
}

/** The only host of code embeds in these renderings. */
export const CODE_HOST = 'https://code.test';

const IMAGE = {
  url: '/assets/copy.jpg',
  width: 640,
  height: 480,
  sources: [
    { type: 'image/avif', files: [{ url: '/assets/photo-320.avif', width: 320 }] },
    { type: 'image/webp', files: [{ url: '/assets/photo-320.webp', width: 320 }] },
  ],
  placeholder: 'data:image/webp;base64,UklGRg==',
  isAnimated: true,
  motion: { type: 'video/mp4', url: '/assets/photo.mp4' },
};

const OPTIONS = {
  url: 'https://ada.example.com/',
  attributionUrl: 'https://cobble.example/',
  site: {
    name: 'ada',
    iconUrl: '/assets/icon.png',
    shareImageUrl: '/assets/share.png',
    analyticsId: 'G-ABCDE12345',
    metaTags: [
      { name: 'google-site-verification', content: 'proof' },
      { name: 'author', content: 'Ada' },
    ],
    feedUrl: '/feed.xml',
  },
  posts: [
    { id: 1, caption: 'The oven is lit.', createdAt: '2026-05-01T08:00:00.000Z' },
    { id: 2, caption: 'Sold out', createdAt: '2026-05-03T08:00:00.000Z' },
  ],
  image: IMAGE,
  codeUrl: `${CODE_HOST}/${'a'.repeat(43)}`,
};

/** Creates options that the renderer accepts (J12, J13): of the right types, with untrusted text. */
function optionsFrom(hostile: typeof OPTIONS, flags: HostileFlags): RenderOptions {
  const values = keepStrings(OPTIONS, hostile) as typeof OPTIONS;
  const { url, attributionUrl, posts, image, codeUrl } = values;
  const known = Object.entries(values.site).filter(([key]) => Object.hasOwn(OPTIONS.site, key));
  return {
    ...(webAddress(url) === null ? {} : { url }),
    attributionUrl,
    site: Object.fromEntries(known),
    posts: () => posts,
    ...(flags.hasImages ? { images: () => image as never } : {}),
    ...(flags.hasFonts ? {} : { fonts: () => null }),
    ...(flags.hasCodeHost
      ? { codeEmbedUrl: () => (flags.ownCodeUrl === null ? codeUrl : flags.ownCodeUrl) }
      : {}),
    safeMode: flags.isSafeMode,
  };
}

/** Converts values to strings where the original has strings. */
function keepStrings(original: unknown, value: unknown): unknown {
  if (typeof original === 'string') return String(value);
  if (Array.isArray(original) && Array.isArray(value))
    return value.map((each, index) => keepStrings(original[index], each));
  if (
    typeof original !== 'object' ||
    original === null ||
    typeof value !== 'object' ||
    value === null
  )
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      keepStrings(Reflect.get(original, key), each),
    ]),
  );
}

interface HostileFlags {
  readonly hasImages: boolean;
  readonly hasFonts: boolean;
  readonly hasCodeHost: boolean;
  readonly isSafeMode: boolean;
  readonly ownCodeUrl: string | null;
}

const trueWithChance = (chance: number): fc.Arbitrary<boolean> =>
  fc.double({ min: 0, max: 1, noNaN: true }).map((dice) => dice < chance);

/** Renderings of a page with all block types, pins and timestamps. */
export const hostileRenderings: fc.Arbitrary<HostileRendering> = fc
  .record({
    page: hostileCopies(samplePage()),
    values: hostileCopies(OPTIONS, 0.3),
    flags: fc.record({
      hasImages: trueWithChance(0.5),
      hasFonts: trueWithChance(0.9),
      hasCodeHost: trueWithChance(0.7),
      isSafeMode: trueWithChance(0.1),
      // URLs that end early or are not http(s).
      ownCodeUrl: fc.option(fc.constantFrom(...HOSTILE_STRINGS), { freq: 3 }),
    }),
  })
  .map(({ page, values, flags }) => ({ page, options: optionsFrom(values, flags) }));
