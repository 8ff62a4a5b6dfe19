import type { Box, Editor } from '@cobble/engine';
import { paintGround } from '../paint/paintGround.ts';
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
  paintGround(context, editor.fields.style, pageRectOf(view), view, resources);
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
