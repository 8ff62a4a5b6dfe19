import { fontOf, type RunStyle } from '../text/RunStyle.ts';
import type { PlacedRun, TextLayout } from '../text/TextLayout.ts';
import type { FontMeasurer } from '../text/FontMeasurer.ts';
import { paintColor } from './paintColor.ts';
import type { PaintTarget } from './PaintTarget.ts';

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
  let last: RunStyle | null = null;
  for (const line of layout.lines)
    for (const run of line.runs) {
      if (run.text === '') continue;
      if (run.style !== last) {
        target.font = fontOf(run.style);
        target.fillStyle = paintColor(run.style.color);
        last = run.style;
      }
      // Blink rounds a baseline before it transforms it, so that lines keep even distances.
      const baseline = Math.round(y + run.y);
      target.fillText(run.text, x + run.x, baseline);
      if (run.style.underline || run.style.strikethrough)
        paintDecorations(target, run, x + run.x, baseline, measurer);
    }
}

/** Lines under and through text where Blink puts them when a font's own are not asked for. */
function paintDecorations(
  target: PaintTarget,
  run: PlacedRun,
  x: number,
  baseline: number,
  measurer: FontMeasurer,
): void {
  const thickness = Math.max(1, run.style.sizePx / 10);
  if (run.style.underline) {
    const top = baseline + Math.max(1, Math.ceil(thickness / 2));
    target.fillRect(x, top, run.width, thickness);
  }
  if (run.style.strikethrough) {
    const { ascent } = measurer.metrics(fontOf(run.style));
    target.fillRect(x, baseline - ascent / 3 - thickness / 2, run.width, thickness);
  }
}
