// A block of our own: how many of five stars something got, and what it is.
import { defineBlock, defineKit } from '@cobble/engine';
import { z } from 'zod';
import { STAR } from './star.mjs';

const MOST = 5;

/** Content comes from other people's pages too: the schema is what keeps it harmless. */
const content = z.looseObject({
  stars: z.number().min(0).max(MOST).multipleOf(0.5),
  of: z.string().max(120),
  color: z.string().regex(/^#[\da-f]{6}$/i),
});

const block = defineBlock({
  type: 'rating',
  content,
  // What it is to somebody who has the page read to them: one image, in these words.
  role: 'image',
  altText: ({ stars, of }) => `${of || 'Rating'}: ${stars} of ${MOST} stars`,
  plainText: ({ of }) => of,
  defaultSizePx: () => ({ width: 260, height: 84 }),
  defaultContent: () => ({ stars: 4.5, of: 'Our bread', color: '#FFB52E' }),
  defaultStyles: { paddingPx: 8 },
});

export const rating = defineKit({
  block,
  /** The published page: data, which the renderer writes down and escapes. */
  staticView: ({ content: { stars, of, color } }, { element, length, fontSize, font }) => {
    const one = (/** @type {number} */ place) =>
      element(
        'svg',
        { viewBox: '0 0 24 24', css: [['width', length(32)]] },
        element('path', { d: STAR, fill: '#E6DED1' }),
        element('path', { d: STAR, fill: color, css: [['clip-path', cut(stars - place)]] }),
      );
    const words = [
      ['font-size', fontSize(16)],
      ['font-family', font('Inter')],
      ['margin', '0'],
    ];
    return {
      content: [
        of && element('p', { css: /** @type {[string, string][]} */ (words) }, of),
        element('div', null, [0, 1, 2, 3, 4].map(one)),
      ],
    };
  },
  /** The canvas: loaded when the first rating shows on one. */
  loadCanvasView: () => import('./ratingCanvas.mjs'),
});

/** So much of a star is full, from the left: 0 to 1. */
function cut(/** @type {number} */ share) {
  const hidden = 100 - 100 * Math.max(0, Math.min(1, share));
  return `inset(0 ${hidden}% 0 0)`;
}
