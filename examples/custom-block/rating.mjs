// A custom block: a rating of zero to five stars.
import { defineBlock, defineKit } from '@cobble/engine';
import { z } from 'zod';
import { STAR } from './star.mjs';

const MAX_STARS = 5;

/** The schema validates all content, including that of other people's pages. */
const content = z.looseObject({
  stars: z.number().min(0).max(MAX_STARS).multipleOf(0.5),
  of: z.string().max(120),
  color: z.string().regex(/^#[\da-f]{6}$/i),
});

/** `ratingCanvas.mjs` is typed by the block: the type of the kit depends on that module. */
export const block = defineBlock({
  type: 'rating',
  content,
  // Screen readers read the block as one image with this text.
  role: 'image',
  altText: ({ stars, of }) => `${of || 'Rating'}: ${stars} of ${MAX_STARS} stars`,
  plainText: ({ of }) => of,
  defaultSizePx: () => ({ width: 260, height: 84 }),
  defaultContent: () => ({ stars: 4.5, of: 'Our bread', color: '#FFB52E' }),
  defaultStyles: { paddingPx: 8 },
});

export const rating = defineKit({
  block,
  /** The published page: data that the renderer escapes and turns into HTML. */
  staticView: ({ content: { stars, of, color } }, { element, length, fontSize, font }) => {
    const star = (/** @type {number} */ index) =>
      element(
        'svg',
        { viewBox: '0 0 24 24', css: [['width', length(32)]] },
        element('path', { d: STAR, fill: '#E6DED1' }),
        element('path', { d: STAR, fill: color, css: [['clip-path', cut(stars - index)]] }),
      );
    const labelCss = [
      ['font-size', fontSize(16)],
      ['font-family', font('Inter')],
      ['margin', '0'],
    ];
    return {
      content: [
        of && element('p', { css: /** @type {[string, string][]} */ (labelCss) }, of),
        element('div', null, [0, 1, 2, 3, 4].map(star)),
      ],
    };
  },
  /** The canvas: loaded when the first rating is visible. */
  loadCanvasView: () => import('./ratingCanvas.mjs'),
});

/** Clips a star to its filled part, from the left: 0 to 1. */
function cut(/** @type {number} */ filled) {
  const hidden = 100 - 100 * Math.max(0, Math.min(1, filled));
  return `inset(0 ${hidden}% 0 0)`;
}
