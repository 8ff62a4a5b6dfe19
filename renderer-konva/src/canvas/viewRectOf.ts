import type { Editor } from '@cobble/engine';
import type { CanvasView } from './CanvasView.ts';

/** The selection's box in view px; null without a selection. */
export function viewRectOf(editor: Editor, view: CanvasView): DOMRectReadOnly | null {
  const box = editor.selection.size > 0 ? editor.selectionBox : null;
  if (!box) return null;
  const { x, y } = view.toView(box);
  return new DOMRectReadOnly(x, y, box.width * view.pxPerUnit, box.height * view.pxPerUnit);
}
