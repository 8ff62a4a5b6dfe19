import type { FontMeasurer } from './FontMeasurer.ts';
import { fontOf, type RunStyle } from './RunStyle.ts';

/** A line's height above and below its baseline, px. */
export interface LineExtent {
  readonly above: number;
  readonly below: number;
}

/** Browsers measure layout in 1/64 px and round down. */
export const toLayoutUnit = (px: number): number => Math.floor(px * 64) / 64;

/**
 * The extent of one inline box (CSS 2.1 section 10.8): half the leading on either side of the
 * font's ascent and descent. The upper part is a whole number, as in Blink, so that baselines are
 * on whole px.
 */
export function inlineExtent(style: RunStyle, measurer: FontMeasurer): LineExtent {
  const { ascent, descent } = measurer.metrics(fontOf(style));
  const lineHeight = toLayoutUnit(style.lineHeight * style.sizePx);
  const above = ascent + Math.floor((lineHeight - ascent - descent) / 2);
  return { above, below: lineHeight - above };
}

/** The extent of a run and the inline boxes around it. */
export function runExtent(style: RunStyle, measurer: FontMeasurer): LineExtent {
  return style.around.reduce(
    (sum, box) => joinExtents(sum, inlineExtent(box, measurer)),
    inlineExtent(style, measurer),
  );
}

/** The extent that contains both. */
export function joinExtents(a: LineExtent, b: LineExtent): LineExtent {
  return { above: Math.max(a.above, b.above), below: Math.max(a.below, b.below) };
}
