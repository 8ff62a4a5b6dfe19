import { editedBlockOf, type Editor, type HandleName, type Point } from '@cobble/engine';
import { cursorOf, hitHandle } from '../chrome/handles.ts';
import { hitSectionEdge } from '../chrome/SectionEdges.tsx';
import { scaleBox, selectionFrameOf } from '../chrome/selectionFrame.ts';

/** What the pointer is over, of what the canvas itself draws. */
export interface ChromeHit {
  readonly handle?: HandleName;
  readonly sectionEdge?: string;
}

/**
 * The handle or section edge under a point of page space; neither for those who may not edit, nor
 * while text is edited.
 *
 * @param px screen px of one unit of page space
 */
export function hitChrome(
  editor: Editor,
  point: Point,
  px: number,
  pointerType: 'mouse' | 'pen' | 'touch',
): ChromeHit {
  if (!editor.permissions.canEdit || editedBlockOf(editor.mode) !== null) return {};
  const frame = selectionFrameOf(editor);
  if (frame && !frame.isLocked) {
    const at = { x: point.x * px, y: point.y * px };
    const handle = hitHandle(scaleBox(frame.box, px), frame.rotationDeg, at, pointerType);
    if (handle) return { handle };
  }
  const sectionEdge = hitSectionEdge(editor, point, px, pointerType);
  if (sectionEdge === null) return {};
  // An edge gives way to a block that lies over it, but for its grip.
  const over = editor.hitTest(point);
  const onGrip = Math.abs(point.x - 0.5) * px < 30;
  return over === null || onGrip ? { sectionEdge } : {};
}

/** The CSS cursor over what was hit, or over the block that is hovered. */
export function cursorFor(editor: Editor, { handle, sectionEdge }: ChromeHit): string {
  if (handle !== undefined) return cursorOf(handle, selectionFrameOf(editor)?.rotationDeg ?? 0);
  if (sectionEdge !== undefined) return 'row-resize';
  if (editor.hoveredId !== null && editor.permissions.canEdit)
    return editor.blocks.get(editor.hoveredId)?.locked ? 'default' : 'move';
  return 'default';
}
