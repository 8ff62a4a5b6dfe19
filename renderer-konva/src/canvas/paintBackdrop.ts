import type { Box, Editor } from '@cobble/engine';
import { paintBackground } from '../paint/paintBackground.ts';
import { paintColor } from '../paint/paintColor.ts';
import type { PaintResources } from '../paint/PaintResources.ts';
import type { CanvasView } from './CanvasView.ts';
import { pageColorOf } from './paintPage.ts';

/** The page's ground, and beside it what a wide screen shows there; in view px. */
export function paintBackdrop(
  context: CanvasRenderingContext2D,
  editor: Editor,
  view: CanvasView,
  resources: PaintResources,
): void {
  const page = pageRectOf(view);
  context.fillStyle = asideColorOf(editor);
  context.fillRect(0, 0, view.width, view.height);
  context.fillStyle = pageColorOf(editor);
  context.fillRect(page.x, 0, page.width, view.height);
  const { background } = editor.fields.style;
  if (!background?.imageUrl) return;
  context.save();
  context.beginPath();
  context.rect(page.x, page.y, page.width, page.height);
  context.clip();
  const box =
    background.attachment === 'fixed'
      ? { x: 0, y: 0, width: view.width, height: view.height }
      : page;
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
  const page = pageRectOf(view);
  context.save();
  context.globalAlpha = strength;
  context.fillStyle = pageColorOf(editor);
  context.fillRect(page.x, 0, page.width, view.height);
  context.restore();
}

/** Where the published page stands, in view px. */
export function pageRectOf(view: CanvasView): Box {
  const { x, y, width, height } = view.pageBox;
  return { x: x - view.scrollLeft, y: y - view.scrollTop, width, height };
}

/** What a screen that is wider than the page shows beside it. */
export function asideColorOf(editor: Editor): string {
  const { borderColor } = editor.fields.style;
  return borderColor === undefined ? pageColorOf(editor) : paintColor(borderColor);
}
