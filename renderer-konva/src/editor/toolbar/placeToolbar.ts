import type { Box, Point } from '@cobble/engine';
import { BARS_PX } from '../stores/ViewStore.ts';

/** The gaps between the selection and a toolbar above, below or beside it, px. */
const MARGIN_PX = { above: 16, below: 14, beside: 16 } as const;
/** The height that the rotate handle takes up below the selection, px. */
const ROTATE_HANDLE_PX = 40;
/** How far from a handle's centre the toolbar must be, px: the mouse can still press it. */
const HANDLE_PX = 12;
/** The least gap between the selection and a toolbar outside it, px. */
const MIN_GAP_PX = 8;
/** The space at the edges of the editor that the toolbar leaves free, px. */
export const EDGES_PX = { top: 76, right: 16, left: 72, bottom: BARS_PX, toasts: 136 } as const;

/** Where the selection's toolbar is, client px. */
export interface ToolbarPlace extends Point {
  readonly isAbove: boolean;
  /** Whether it takes up space in which toasts otherwise appear. */
  readonly isLow: boolean;
}

/**
 * Places the selection's toolbar: above or below the selection or, if both are impossible, beside
 * it or over it, as near as possible to its place above or below. It covers a handle or card only
 * if it must. All boxes and points are in client px.
 *
 * @param from.cards boxes over the selection that must stay reachable, such as that of an upload
 * @param from.workspace the editor's box, within which the toolbar stays
 * @param from.leftPx the space at its left edge that the toolbar leaves free; default: that of one
 *   column of tools
 */
export function placeToolbar(from: {
  readonly selection: Box;
  readonly handles: readonly Point[];
  readonly cards?: readonly Box[];
  readonly toolbar: { readonly width: number; readonly height: number };
  readonly workspace: Box;
  readonly leftPx?: number;
}): ToolbarPlace {
  const { selection, handles, cards = [], toolbar, workspace, leftPx = EDGES_PX.left } = from;
  const lowest = (bottomPx: number) => workspace.y + workspace.height - bottomPx - toolbar.height;
  const place = (x: number, y: number, bottomPx: number = EDGES_PX.toasts): Box => ({
    x: clamp(
      x,
      workspace.x + leftPx,
      workspace.x + workspace.width - EDGES_PX.right - toolbar.width,
    ),
    y: clamp(y, workspace.y + EDGES_PX.top, lowest(bottomPx)),
    width: toolbar.width,
    height: toolbar.height,
  });
  const centered = {
    x: selection.x + (selection.width - toolbar.width) / 2,
    y: selection.y + (selection.height - toolbar.height) / 2,
  };
  const yAbove = selection.y - MARGIN_PX.above - toolbar.height;
  const yBelow = selection.y + selection.height + ROTATE_HANDLE_PX + MARGIN_PX.below;
  const above = place(centered.x, yAbove);
  const below = place(centered.x, yBelow);
  const low = place(centered.x, yBelow, EDGES_PX.bottom);
  const right = place(selection.x + selection.width + MARGIN_PX.beside, centered.y);
  const left = place(selection.x - MARGIN_PX.beside - toolbar.width, centered.y);
  const kept = [...handles.map(around), ...cards];
  const isClear = (box: Box) => !kept.some((each) => overlap(box, each));
  const isOutside = (box: Box) => !overlap(box, grow(selection, MIN_GAP_PX));
  const aboveCards = cards.map(({ y }) => place(centered.x, y - MIN_GAP_PX - toolbar.height));
  const over =
    Math.abs(above.y - yAbove) <= Math.abs(below.y - yBelow)
      ? [above, below, low, ...aboveCards]
      : [below, low, ...aboveCards, above];
  const found =
    [above, below, low, right, left].find((box) => isOutside(box) && isClear(box)) ??
    over.find(isClear) ??
    over[0] ??
    above;
  return {
    x: found.x,
    y: found.y,
    isAbove: found === above,
    isLow: found.y > lowest(EDGES_PX.toasts),
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}

function around({ x, y }: Point): Box {
  return grow({ x, y, width: 0, height: 0 }, HANDLE_PX);
}

function grow({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
