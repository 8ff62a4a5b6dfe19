import type { Editor } from '@cobble/engine';
import { paintBackground } from '../paint/paintBackground.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { CanvasView } from './CanvasView.ts';
import { pageColorOf } from './paintPage.ts';

/** The page's own background over all that shows; in view px. */
export function paintBackdrop(
  context: CanvasRenderingContext2D,
  editor: Editor,
  view: CanvasView,
  resources: PaintResources,
): void {
  context.fillStyle = pageColorOf(editor);
  context.fillRect(0, 0, view.width, view.height);
  const { background } = editor.fields.style;
  if (!background?.imageUrl) return;
  context.save();
  if (background.attachment !== 'fixed') context.translate(-view.scrollLeft, -view.scrollTop);
  const box =
    background.attachment === 'fixed'
      ? { x: 0, y: 0, width: view.width, height: view.height }
      : { x: 0, y: 0, width: view.contentWidth, height: view.contentHeight };
  paintBackground(context, background, box, 0, resources);
  context.restore();
}

/** Fades what is painted so far towards the page's own colour. */
export function paintDim(
  context: CanvasRenderingContext2D,
  editor: Editor,
  view: CanvasView,
  strength: number,
): void {
  context.save();
  context.globalAlpha = strength;
  context.fillStyle = pageColorOf(editor);
  context.fillRect(0, 0, view.width, view.height);
  context.restore();
}

/** What lies outside of the window, seen through a thin veil; its edges are marked. */
export function paintVeil(context: CanvasRenderingContext2D, view: CanvasView): void {
  const left = view.windowLeft - view.scrollLeft;
  const right = left + view.pxPerUnit;
  context.fillStyle = 'rgba(30, 26, 22, 0.055)';
  if (left > 0) context.fillRect(0, 0, left, view.height);
  if (right < view.width) context.fillRect(right, 0, view.width - right, view.height);
  context.fillStyle = 'rgba(30, 26, 22, 0.14)';
  context.fillRect(Math.round(left) - 1, 0, 1, view.height);
  context.fillRect(Math.round(right), 0, 1, view.height);
}
