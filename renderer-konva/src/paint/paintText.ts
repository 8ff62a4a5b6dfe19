import { fontOf, type RunStyle } from '../text/TextFlow.ts';
import type { PlacedRun, TextLayout } from '../text/TextLayout.ts';
import type { FontMeasurer } from '../text/FontMeasurer.ts';
import { paintColor } from './paintColor.ts';
import type { PaintTarget } from './PaintTarget.ts';
import { scaleOf } from './targetScale.ts';

/** Draws laid-out text with its content box's top left corner at (x, y). */
export function paintText(
  target: PaintTarget,
  layout: TextLayout,
  x: number,
  y: number,
  measurer: FontMeasurer,
): void {
  target.textBaseline = 'alphabetic';
  target.textAlign = 'left';
  target.fontKerning = 'normal';
  target.textRendering = 'optimizeLegibility';
  target.direction = 'ltr';
  let last: RunStyle | null = null;
  let isRightToLeft = false;
  for (const line of layout.lines)
    for (const run of line.runs) {
      if (run.text === '') continue;
      if (run.style !== last) {
        target.font = fontOf(run.style);
        target.fillStyle = paintColor(run.style.color);
        last = run.style;
      }
      if ((run.isRightToLeft === true) !== isRightToLeft) {
        isRightToLeft = !isRightToLeft;
        target.direction = isRightToLeft ? 'rtl' : 'ltr';
      }
      // Blink rounds a baseline before transforming it, so that lines are evenly spaced.
      const baseline = Math.round(y + run.y);
      // Underlines are painted behind the text, strikethrough on top of it.
      if (run.style.link)
        paintUnderline(target, run, run.style.link, x + run.x, baseline, measurer);
      if (run.style.underline)
        paintUnderline(target, run, run.style, x + run.x, baseline, measurer);
      target.fillStyle = paintColor(run.style.color);
      if (run.context === undefined) target.fillText(run.text, x + run.x, baseline);
      else fillWithContext(target, run.context, run, x + run.x, baseline, measurer);
      if (run.style.strikethrough) paintStrike(target, run, x + run.x, baseline, measurer);
    }
}

/** Draws a run shaped as if it followed its context, which is clipped. */
function fillWithContext(
  target: PaintTarget,
  context: string,
  { text, width, style }: PlacedRun,
  x: number,
  baseline: number,
  measurer: FontMeasurer,
): void {
  target.save();
  target.beginPath();
  target.rect(x, baseline - 2 * style.sizePx, width, 4 * style.sizePx);
  target.clip();
  target.fillText(context + text, x - measurer.width(context, fontOf(style)), baseline);
  target.restore();
}

/** The widest gap in an underline beside a glyph that crosses it, px. */
const MAX_PADDING_PX = 13;

/** An underline's thickness and distance from the baseline, px: whole device px, as in Blink. */
function decorationMetrics(
  target: PaintTarget,
  { sizePx }: RunStyle,
): { thickness: number; gap: number } {
  const scale = scaleOf(target);
  const thickness = (sizePx * scale) / 10;
  return {
    thickness: Math.max(1, Math.floor(thickness)) / scale,
    gap: Math.max(1, Math.ceil(thickness / 2)) / scale,
  };
}

/**
 * Draws an underline where Blink places it when the font's own position is not used, with gaps
 * where glyphs cross it (`text-decoration-skip-ink`).
 *
 * @param by the style of the underlined element, which sets thickness and colour
 */
function paintUnderline(
  target: PaintTarget,
  run: PlacedRun,
  by: RunStyle,
  x: number,
  baseline: number,
  measurer: FontMeasurer,
): void {
  const { thickness, gap } = decorationMetrics(target, by);
  const padding = Math.min(thickness, MAX_PADDING_PX);
  target.fillStyle = paintColor(by.color);
  let from = 0;
  for (const [start, end] of measurer.inkBetween(
    run.text,
    fontOf(run.style),
    gap,
    gap + thickness,
  )) {
    if (start - padding > from)
      target.fillRect(x + from, baseline + gap, start - padding - from, thickness);
    from = Math.max(from, end + padding);
  }
  if (run.width > from) target.fillRect(x + from, baseline + gap, run.width - from, thickness);
}

function paintStrike(
  target: PaintTarget,
  run: PlacedRun,
  x: number,
  baseline: number,
  measurer: FontMeasurer,
): void {
  const { thickness } = decorationMetrics(target, run.style);
  const { ascent } = measurer.metrics(fontOf(run.style));
  target.fillRect(x, baseline - ascent / 3 - thickness / 2, run.width, thickness);
}
