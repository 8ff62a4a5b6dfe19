import type { Stroke } from './Stroke.ts';
import { strokeOutline } from './strokeOutline.ts';

/** Control points are rounded to a tenth of a pixel, so that the midpoints are whole twentieths. */
const STEPS_PER_PX = 10;

/**
 * Returns a stroke's outline as the `d` attribute of an SVG path with the fill rule nonzero.
 * Lengths are px at the reference width in the stroke's space: a block's view box is `0 0
 * drawingWidth drawingHeight`. Both renderers use it. '' for a stroke without points.
 */
export function drawingPathData(stroke: Stroke): string {
  const ring = strokeOutline(stroke);
  if (ring.length < 3) return '';
  // The edge runs through the midpoints. `t` infers each control point exactly, because midpoints
  // of whole tenths are written without rounding.
  const xs = ring.map((point) => Math.round(point.x * STEPS_PER_PX));
  const ys = ring.map((point) => Math.round(point.y * STEPS_PER_PX));
  const [x0 = 0, x1 = 0] = xs;
  const [y0 = 0, y1 = 0] = ys;
  xs.push(x0, x1);
  ys.push(y0, y1);
  const stepX = (index: number): number => (xs[index + 2] ?? 0) - (xs[index] ?? 0);
  const stepY = (index: number): number => (ys[index + 2] ?? 0) - (ys[index] ?? 0);
  const start = `M${formatFirst(x0 + x1)}${formatNext(y0 + y1)}`;
  const bend = `q${formatFirst(x1 - x0)}${formatNext(y1 - y0)}${formatNext(stepX(0))}${formatNext(stepY(0))}`;
  let path = `${start}${bend}t${formatFirst(stepX(1))}${formatNext(stepY(1))}`;
  for (let index = 2; index < ring.length; index++)
    path += formatNext(stepX(index)) + formatNext(stepY(index));
  return `${path}z`;
}

/** Formats a number that follows another one, with a separator if it needs one. */
function formatNext(twentieths: number): string {
  return twentieths < 0 ? formatFirst(twentieths) : ` ${formatFirst(twentieths)}`;
}

/**
 * Formats a number that follows a command, in the shortest form that SVG accepts.
 *
 * @param twentieths in twentieths of a pixel
 */
function formatFirst(twentieths: number): string {
  const text = String((twentieths * 5) / 100);
  if (text.startsWith('0.')) return text.slice(1);
  return text.startsWith('-0.') ? `-${text.slice(2)}` : text;
}
