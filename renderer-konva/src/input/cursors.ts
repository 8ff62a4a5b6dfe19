import type { Editor } from '@cobble/engine';
import { normalizeColor } from '@cobble/engine/colors';
import { DRAWING_TOOLS } from '@cobble/engine/drawing';
import type { ChromeHit, ChromeState } from '../chrome/ChromeState.ts';
import { cursorOf } from '../chrome/handles.ts';
import { selectionFrameOf } from '../chrome/selectionFrame.ts';

/** The largest disc that is shown as a cursor, px: browsers limit the size of cursors. */
const MAX_RING_PX = 60;
const MIN_RING_PX = 6;

/** The cursor of a gesture, or over the hovered chrome or block. */
export function cursorFor(state: ChromeState, hit: ChromeHit): string {
  const { editor } = state;
  return gestureCursor(state) ?? chromeCursor(editor, hit) ?? idleCursor(editor);
}

/** The cursor of a mode, wherever the pointer is; null for modes without one. */
function gestureCursor({ editor, view }: ChromeState): string | null {
  const { mode } = editor;
  switch (mode.name) {
    case 'drawing':
      return penCursor(mode.widthPx * view.scale, mode.color, DRAWING_TOOLS[mode.tool].opacity);
    case 'tool':
      return mode.cursor;
    case 'translating':
    case 'pinching':
      return 'move';
    case 'resizing':
      return cursorOf(mode.handle, selectionFrameOf(editor)?.rotationDeg ?? 0);
    case 'rotating':
      return 'grabbing';
    case 'brushing':
      return 'crosshair';
    case 'resizing-section':
    case 'slicing':
      return 'row-resize';
    case 'resizing-section-width':
    case 'resizing-cutoff':
      return 'col-resize';
    default:
      return null;
  }
}

function chromeCursor(editor: Editor, hit: ChromeHit): string | null {
  if (hit.handle !== undefined)
    return cursorOf(hit.handle, selectionFrameOf(editor)?.rotationDeg ?? 0);
  if (hit.sectionEdge !== undefined || hit.slicer) return 'row-resize';
  if (hit.sectionSide || hit.rail) return 'col-resize';
  return null;
}

function idleCursor(editor: Editor): string {
  if (!editor.permissions.canEdit) return 'default';
  if (editor.hoveredId === null) return editor.isTypewriterOn ? 'text' : 'default';
  return editor.blocks.get(editor.hoveredId)?.locked ? 'default' : 'move';
}

/**
 * A disc in the stroke's width (screen px, at least 6), colour and opacity; a crosshair when it is
 * too large for a cursor, or the colour is invalid.
 */
export function penCursor(widthPx: number, color: string, opacity: number): string {
  const size = Math.round(Math.max(MIN_RING_PX, widthPx));
  const hex = normalizeColor(color);
  if (size > MAX_RING_PX || hex === null) return 'crosshair';
  const box = size + 4;
  const middle = box / 2;
  const ring = (radius: number, rest: string): string =>
    `<circle cx="${String(middle)}" cy="${String(middle)}" r="${String(radius)}" ${rest}/>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(box)}" height="${String(box)}">` +
    ring(size / 2, `fill="${hex}" fill-opacity="${String(opacity)}"`) +
    ring(size / 2 + 0.5, 'fill="none" stroke="#fff" stroke-width="1"') +
    ring(size / 2 + 1.25, 'fill="none" stroke="#1e1a16" stroke-width="0.75"') +
    '</svg>';
  const hotspot = String(Math.round(middle));
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}") ${hotspot} ${hotspot}, crosshair`;
}
