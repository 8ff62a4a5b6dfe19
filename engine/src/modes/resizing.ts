import { GEOMETRY } from '../constants/geometry.ts';
import {
  leastScale,
  type ResizeHandle,
  resizeScale,
  scaleBox,
  sidesOf,
  withHeight,
} from '../geometry/resizeBox.ts';
import { resizeMany } from '../geometry/resizeMany.ts';
import { resizeGuides, snapResize } from '../snapping/snapResize.ts';
import type { SnapTargets } from '../snapping/snapTargets.ts';
import type { Box } from '../model/Position.ts';
import { createGesture } from './gesture.ts';
import type { GestureSubject, SubjectItem } from './GestureSubject.ts';
import type { InputContext, InputState, PointerInput } from './InputContext.ts';
import { measuredHeight } from './measuredHeight.ts';
import type { ModeHost, Placement } from './ModeHost.ts';
import { ownWidth, withContent } from './ownWidth.ts';
import { leastDraggedScale } from '../blocks/minScaleOf.ts';
import { scaleText } from './scaleText.ts';
import { createSnapScene, snapTolerance } from './snapScene.ts';

/** How far a handle was dragged, in page space, and how. */
export interface ResizeDrag {
  readonly dx: number;
  readonly dy: number;
  readonly keepAspect: boolean;
  readonly fromCentre: boolean;
}

/** What one motion comes to: the box that the handles stand round, and where the blocks lie. */
export interface ResizeOutcome {
  readonly box: Box;
  readonly placements: ReadonlyMap<string, Placement>;
}

/**
 * Drags one of the eight handles. Shift keeps the ratio, Alt resizes from the centre, Ctrl suspends
 * snapping; images and the like keep their ratio at corners by themselves. A text's corners scale
 * its letters, its sides change the width and let the height follow.
 */
export function resizing(
  context: InputContext,
  subject: GestureSubject,
  handle: ResizeHandle,
  down: PointerInput,
  first: PointerInput,
): InputState {
  const { host } = context;
  const { single } = subject;
  host.begin();
  const scene = createSnapScene(host, new Set(subject.all.map((item) => item.uuid)));
  const side = sidesOf(handle);
  const isCorner = side.x !== 0 && side.y !== 0;
  const keepsItself = keepsRatio(host, subject, isCorner);
  const canSnap = !single || single.rotationDeg % 360 === 0;

  const move = (event: PointerInput) => {
    let drag: ResizeDrag = {
      dx: event.x - down.x,
      dy: event.y - down.y,
      keepAspect: event.shift || keepsItself,
      fromCentre: event.alt,
    };
    let outcome = resizeSubject(host, subject, handle, drag);
    let targets: SnapTargets | null = null;
    if (canSnap && !event.ctrl) {
      targets = scene(outcome.box);
      const start = single ? single.box : subject.bounds;
      const { dx, dy } = snapResize({
        box: outcome.box,
        handle,
        targets,
        tolerance: snapTolerance(event),
        ...(drag.keepAspect ? { axes: decidingAxis(start, handle, drag) } : {}),
      });
      drag = { ...drag, dx: drag.dx + dx, dy: drag.dy + dy };
      if (dx !== 0 || dy !== 0) outcome = resizeSubject(host, subject, handle, drag);
    }
    const { referenceWidth } = host.fields.settings;
    context.showGuides(
      targets ? resizeGuides({ box: outcome.box, handle, targets, referenceWidth }) : [],
    );
    return host.place(outcome.placements);
  };
  const state = createGesture(context, { mode: { name: 'resizing', handle }, move }, first);
  move(first);
  return state;
}

/**
 * What dragging a handle comes to, without snapping; what keeps its ratio by itself keeps it here
 * too. Changes nothing.
 */
export function resizeSubject(
  host: ModeHost,
  subject: GestureSubject,
  handle: ResizeHandle,
  asked: ResizeDrag,
): ResizeOutcome {
  const side = sidesOf(handle);
  const isCorner = side.x !== 0 && side.y !== 0;
  const keepAspect = asked.keepAspect || keepsRatio(host, subject, isCorner);
  const drag = { ...asked, keepAspect };
  return subject.single
    ? resizeSingle(host, subject.single, handle, drag)
    : resizeSeveral(host, subject, handle, drag, isCorner);
}

/** Whether something of a selection keeps its ratio at a handle, unasked. */
function keepsRatio(host: ModeHost, subject: GestureSubject, isCorner: boolean): boolean {
  return subject.all.some((item) => isRigid(host, item) || (isCorner && keepsAspect(host, item)));
}

/** Drawings and the like keep their ratio at sides too. */
function isRigid(host: ModeHost, { block }: SubjectItem): boolean {
  return host.definitionOf(block.type)?.capabilities.resizesFreely === false;
}

function keepsAspect(host: ModeHost, { block }: SubjectItem): boolean {
  const definition = host.definitionOf(block.type);
  return (
    definition?.capabilities.keepsAspect === true ||
    (definition?.aspectRatio?.(block.content) ?? null) !== null
  );
}

/** With a kept ratio one edge decides the size; only that one may be drawn to a line. */
function decidingAxis(box: Box, handle: ResizeHandle, drag: ResizeDrag) {
  const side = sidesOf(handle);
  if (side.x === 0 || side.y === 0) return { x: side.x !== 0, y: side.y !== 0 };
  const wide = Math.abs(drag.dx) / box.width >= Math.abs(drag.dy) / box.height;
  return { x: wide, y: !wide };
}

function resizeSingle(
  host: ModeHost,
  item: SubjectItem,
  handle: ResizeHandle,
  drag: ResizeDrag,
): ResizeOutcome {
  const { block, box, rotationDeg, uuid } = item;
  const request = { ...drag, box, rotationDeg, handle, minSize: GEOMETRY.minBlockDimension };
  const side = sidesOf(handle);
  const isMeasured = host.definitionOf(block.type)?.capabilities.autosizes === true;
  const least = drag.keepAspect ? leastDraggedScale(host, block) : 0;
  const scale = resizeScale(request, {
    x: Math.max(least, leastScale(box.width, request.minSize)),
    y: Math.max(least, leastScale(box.height, request.minSize)),
  });
  let placed = scaleBox(request, scale.x, scale.y);
  let patch = side.x === 0 ? undefined : ownWidth(host, block);
  const scaled = drag.keepAspect ? scaleText(host, block, scale.x) : null;
  if (scaled) {
    patch = withContent(scaled, patch);
    const height = measuredHeight(host, block, placed.width, patch);
    if (height !== null) placed = scaleBox(request, scale.x, height / box.height);
  } else if (isMeasured && side.y === 0) {
    const height = measuredHeight(host, block, placed.width);
    if (height !== null) placed = withHeight(placed, rotationDeg, height);
  } else if (isMeasured) {
    // A height that was set by hand is to stay.
    patch = withContent({ content: { useAutosize: false } }, ownWidth(host, block));
  }
  return { box: placed, placements: new Map([[uuid, { ...placed, ...(patch && { patch }) }]]) };
}

function resizeSeveral(
  host: ModeHost,
  subject: GestureSubject,
  handle: ResizeHandle,
  drag: ResizeDrag,
  isCorner: boolean,
): ResizeOutcome {
  const { bounds, boxes, scale } = resizeMany({
    ...drag,
    box: subject.bounds,
    items: subject.all,
    handle,
    minSize: GEOMETRY.minBlockDimension,
  });
  const evenly = scale.x === scale.y && (isCorner || drag.keepAspect);
  const placements = new Map<string, Placement>();
  for (const { uuid, block, rotationDeg } of subject.all) {
    const box = boxes.get(uuid);
    if (!box) continue;
    const scaled = evenly ? scaleText(host, block, scale.x) : null;
    const own = ownWidth(host, block);
    if (scaled) placements.set(uuid, { ...box, patch: withContent(scaled, own) });
    else {
      const height = evenly ? null : measuredHeight(host, block, box.width);
      const patch = evenly ? undefined : own;
      const placed = height === null ? box : withHeight(box, rotationDeg, height);
      placements.set(uuid, { ...placed, ...(patch && { patch }) });
    }
  }
  return { box: bounds, placements };
}
