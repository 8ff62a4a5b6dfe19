import type { Editor } from '@cobble/engine';
import { asideColorOf, paintPageBorder } from '../paint/paintGround.ts';
import type { CanvasView } from './CanvasView.ts';
import { pageRectOf } from './paintBackdrop.ts';

/** How strongly what will be cut off is covered: it can still be found and brought back. */
const CUT_OFF = 0.82;

/**
 * The page's border over all that it holds, and a cover over what lies beside the page, where
 * published pages cut it off; in view px.
 *
 * @param strength the border's opacity
 */
export function paintFrame(
  context: CanvasRenderingContext2D,
  editor: Editor,
  view: CanvasView,
  strength: number,
): void {
  const page = pageRectOf(view);
  const right = page.x + page.width;
  context.save();
  context.globalAlpha = CUT_OFF;
  context.fillStyle = asideColorOf(editor.fields.style);
  if (page.x > 0) context.fillRect(0, 0, page.x, view.height);
  if (right < view.width) context.fillRect(right, 0, view.width - right, view.height);
  context.restore();
  context.save();
  context.globalAlpha = strength;
  paintPageBorder(context, editor.fields.style, page, view.scale);
  context.restore();
}

/**
 * What no phone shows, seen through a thin veil: what lies beside the window, and Extra Space
 * below the page. Their edges are marked.
 */
export function paintVeil(context: CanvasRenderingContext2D, view: CanvasView): void {
  const left = view.windowLeft - view.scrollLeft;
  const right = left + view.pxPerUnit;
  const page = pageRectOf(view);
  const end = Math.min(view.height, Math.round(page.y + page.height));
  context.fillStyle = 'rgba(30, 26, 22, 0.055)';
  const far = page.x + page.width;
  if (left > page.x) context.fillRect(page.x, 0, left - page.x, end);
  if (right < far) context.fillRect(right, 0, far - right, end);
  if (end < view.height) context.fillRect(0, end, view.width, view.height - end);
  context.fillStyle = 'rgba(30, 26, 22, 0.14)';
  context.fillRect(Math.round(left) - 1, 0, 1, end);
  context.fillRect(Math.round(right), 0, 1, end);
  if (end < view.height) context.fillRect(page.x, end, page.width, 1);
}
