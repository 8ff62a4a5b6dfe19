import { type Point, editedBlockOf } from '@cobble/engine';
import type { ChromeHit, ChromeState } from './ChromeState.ts';
import { hitSectionEdge, isEdgeCovered } from './SectionEdges.tsx';
import { hitSides, placeSides } from './SectionSides.tsx';
import { hitHandle } from './handles.ts';
import { hitRails, placeRails } from './rails.ts';
import { scaleBox, selectionFrameOf } from './selectionFrame.ts';

/**
 * The chrome at a point of page space: a handle, a section's side or edge, or a rail. Nothing for
 * users who may not edit, and while text is edited, strokes are drawn or a host's tool is active.
 */
export function hitChrome(
  state: ChromeState,
  point: Point,
  pointerType: 'mouse' | 'pen' | 'touch',
): ChromeHit {
  const { editor, view } = state;
  const { mode, permissions } = editor;
  if (!permissions.canEdit || editedBlockOf(mode) !== null) return {};
  if (mode.name === 'drawing' || mode.name === 'tool') return {};
  const px = view.pxPerUnit;
  const at = { x: point.x * px, y: point.y * px };
  const frame = selectionFrameOf(editor);
  if (frame && !frame.isLocked) {
    const handle = hitHandle(scaleBox(frame.box, px), frame.rotationDeg, at, pointerType);
    if (handle) return { handle };
  }
  const side = hitSectionSide(state, at, pointerType);
  if (side) return { sectionSide: side };
  const rail = state.isAdvanced
    ? hitRails(placeRails(view, pageEnd(state)), at, pointerType)
    : null;
  if (rail) return rail;
  const sectionEdge = hitSectionEdge(editor, point, px, pointerType);
  if (sectionEdge === null) return {};
  // A block that covers a section edge wins, except at the edge's handle where that is shown.
  const over = editor.hitTest(point);
  const edge = editor.boxOf(sectionEdge);
  const isCovered = edge !== null && isEdgeCovered(editor, edge.y + edge.height);
  const isOnHandle = Math.abs(point.x - 0.5) * px < 30 && !isCovered;
  return over === null || isOnHandle ? { sectionEdge } : {};
}

/**
 * Side handles are shown, and can be grabbed, only while nothing is selected and the section is not
 * locked.
 */
function hitSectionSide(
  { editor, view, hover }: ChromeState,
  at: Point,
  pointerType: 'mouse' | 'pen' | 'touch',
): ChromeHit['sectionSide'] {
  const { section } = hover;
  if (section === undefined || editor.selection.size > 0) return undefined;
  if (editor.blocks.get(section)?.locked) return undefined;
  const sides = placeSides(editor, view, section);
  const side = sides && hitSides(sides, at, pointerType);
  return side ? { section, side } : undefined;
}

/** The bottom of the last section, in page space. */
function pageEnd({ editor }: ChromeState): number {
  const last = editor.sectionIds.at(-1);
  const box = last === undefined ? null : editor.boxOf(last);
  return box ? box.y + box.height : 0;
}
