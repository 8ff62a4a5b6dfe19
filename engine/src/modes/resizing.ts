import { GEOMETRY } from '../constants/geometry.ts';
import type { Placement } from '../editor/patches.ts';
import { placeBlocks } from '../editor/commands/placeBlocks.ts';
import type { EditorRefusal } from '../editor/EditorRefusal.ts';
import type { PointerInput } from '../editor/InputEvent.ts';
import { neededTextHeight } from '../editor/textSize.ts';
import { rotatePoint } from '../geometry/boxes.ts';
import {
  minScale,
  type ResizeHandle,
  resizeScale,
  scaleBox,
  sidesOf,
  withHeight,
  withSize,
} from '../geometry/resizeBox.ts';
import { resizeMany } from '../geometry/resizeMany.ts';
import { resizeGuides, snapResize } from '../snapping/snapResize.ts';
import type { SnapTargets } from '../snapping/snapTargets.ts';
import type { Box } from '../model/Position.ts';
import { ok, type Result } from '../model/Result.ts';
import { minDraggedTextScale } from '../blocks/minScaleOf.ts';
import {
  createGesture,
  createSnapScene,
  type GestureSubject,
  snapTolerance,
  type SubjectItem,
  subjectOf,
  withEditsOfOthers,
} from './gesture.ts';
import type { ModeContext, ModeState } from './ModeContext.ts';
import type { ModeHost } from './ModeHost.ts';
import { resizeGrowing } from './resizeGrowing.ts';
import { endAutowidth, scaleText, withContent } from './resizeText.ts';

/** How far a handle was dragged, in page space, with which modifiers. */
interface ResizeDrag {
  readonly dx: number;
  readonly dy: number;
  readonly keepAspect: boolean;
  readonly fromCenter: boolean;
}

/** The result of a drag: the box with the handles, and the positions of the blocks. */
interface ResizeOutcome {
  readonly box: Box;
  readonly placements: ReadonlyMap<string, Placement>;
}

/**
 * Drags one of the eight resize handles. Shift keeps the aspect ratio, Alt resizes from the centre,
 * Ctrl suspends snapping. Images keep their ratio at corners without Shift, drawings at sides too.
 * Corners of a text or note scale its font size; its left and right sides change the width, and the
 * height follows from the text.
 */
export function resizing(
  context: ModeContext,
  subject: GestureSubject,
  handle: ResizeHandle,
  down: PointerInput,
  first: PointerInput,
): ModeState {
  const { host } = context;
  const { single } = subject;
  host.inProgress.begin();
  const scene = createSnapScene(host, new Set(subject.all.map((item) => item.uuid)));
  const side = sidesOf(handle);
  const isCorner = side.x !== 0 && side.y !== 0;
  const keepsOwnRatio = keepsRatio(host, subject, isCorner);
  const canSnap = !single || single.rotationDeg % 360 === 0;

  const move = (event: PointerInput) => {
    const current = withEditsOfOthers(host, subject);
    let drag: ResizeDrag = {
      dx: event.x - down.x,
      dy: event.y - down.y,
      keepAspect: event.shift || keepsOwnRatio,
      fromCenter: event.alt,
    };
    let outcome = resizeSubject(host, current, handle, drag);
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
      if (dx !== 0 || dy !== 0) outcome = resizeSubject(host, current, handle, drag);
    }
    const { referenceWidth } = host.fields.settings;
    context.showGuides(
      targets ? resizeGuides({ box: outcome.box, handle, targets, referenceWidth }) : [],
    );
    return host.inProgress.edit(placeBlocks, outcome.placements);
  };
  const state = createGesture(context, { mode: { name: 'resizing', handle }, move }, first);
  move(first);
  return state;
}

/**
 * Resizes the selection after a key press, as one history entry: moves its right or bottom edge as if
 * its handle were dragged. A rotated block is resized along its own edges.
 *
 * @param axis `x` moves the right edge, `y` the bottom one
 * @param px distance at the reference width; negative makes the selection smaller
 */
export function resizeByKey(
  host: ModeHost,
  axis: 'x' | 'y',
  px: number,
): Result<null, EditorRefusal> {
  const subject = subjectOf(host);
  if (!subject) return ok(null);
  const by = px / host.fields.settings.referenceWidth;
  const along = axis === 'x' ? { x: by, y: 0 } : { x: 0, y: by };
  const { x: dx, y: dy } = rotatePoint(
    along,
    { x: 0, y: 0 },
    subject.single ? subject.single.rotationDeg : 0,
  );
  const drag = { dx, dy, keepAspect: false, fromCenter: false };
  const { placements } = resizeSubject(host, subject, axis === 'x' ? 'e' : 's', drag);
  return host.inProgress.edit(placeBlocks, placements);
}

/** The result of dragging a handle, without snapping. Changes nothing. */
function resizeSubject(
  host: ModeHost,
  subject: GestureSubject,
  handle: ResizeHandle,
  input: ResizeDrag,
): ResizeOutcome {
  const side = sidesOf(handle);
  const isCorner = side.x !== 0 && side.y !== 0;
  const keepAspect = input.keepAspect || keepsRatio(host, subject, isCorner);
  const drag = { ...input, keepAspect };
  return subject.single
    ? resizeSingle(host, subject.single, handle, drag)
    : resizeSeveral(host, subject, handle, drag, isCorner);
}

/** Whether a block of the selection keeps its aspect ratio at a handle without Shift. */
function keepsRatio(host: ModeHost, subject: GestureSubject, isCorner: boolean): boolean {
  return subject.all.some((item) => isRigid(host, item) || (isCorner && keepsAspect(host, item)));
}

/** Whether a block, such as a drawing, keeps its ratio at sides too. */
function isRigid(host: ModeHost, { block }: SubjectItem): boolean {
  return host.definitionOf(block)?.capabilities.resizesFreely === false;
}

function keepsAspect(host: ModeHost, { block }: SubjectItem): boolean {
  const definition = host.definitionOf(block);
  return (
    definition?.capabilities.keepsAspect === true ||
    (definition?.aspectRatio?.(block.content) ?? null) !== null
  );
}

/** With a fixed ratio, one edge determines the size, and only that one snaps. */
function decidingAxis(box: Box, handle: ResizeHandle, drag: ResizeDrag) {
  const side = sidesOf(handle);
  if (side.x === 0 || side.y === 0) return { x: side.x !== 0, y: side.y !== 0 };
  const isWidthDeciding = Math.abs(drag.dx) / box.width >= Math.abs(drag.dy) / box.height;
  return { x: isWidthDeciding, y: !isWidthDeciding };
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
  const isMeasured = host.definitionOf(block)?.capabilities.autosizes === true;
  const min = drag.keepAspect ? minDraggedTextScale(host, block) : 0;
  const scale = resizeScale(request, {
    x: Math.max(min, minScale(box.width, request.minSize)),
    y: Math.max(min, minScale(box.height, request.minSize)),
  });
  let placed = scaleBox(request, scale.x, scale.y);
  const grown = resizeGrowing(host, block, { ...placed, scale: drag.keepAspect ? scale.x : null });
  if (grown) {
    const fitted =
      side.y === 0 && !drag.keepAspect
        ? withSize(placed, rotationDeg, grown)
        : scaleBox(request, grown.width / box.width, grown.height / box.height);
    return placedAt(uuid, fitted, grown.patch);
  }
  let patch = side.x === 0 ? undefined : endAutowidth(host, block);
  const scaled = drag.keepAspect ? scaleText(host, block, scale.x) : null;
  if (scaled) {
    patch = withContent(scaled, patch);
    const height = neededTextHeight(host, block, placed.width, patch);
    if (height !== null) placed = scaleBox(request, scale.x, height / box.height);
  } else if (isMeasured && side.y === 0) {
    const height = neededTextHeight(host, block, placed.width);
    if (height !== null) placed = withHeight(placed, rotationDeg, height);
  } else if (isMeasured) {
    // Keeps a height that was set manually.
    patch = withContent({ content: { useAutosize: false } }, endAutowidth(host, block));
  }
  return placedAt(uuid, placed, patch);
}

function placedAt(uuid: string, box: Box, patch: Placement['patch']): ResizeOutcome {
  return { box, placements: new Map([[uuid, { ...box, ...(patch && { patch }) }]]) };
}

function resizeSeveral(
  host: ModeHost,
  subject: GestureSubject,
  handle: ResizeHandle,
  drag: ResizeDrag,
  isCorner: boolean,
): ResizeOutcome {
  const canScaleText = isCorner || drag.keepAspect;
  const { bounds, boxes, scale, keepsAspect } = resizeMany({
    ...drag,
    box: subject.bounds,
    items: subject.all,
    handle,
    minSize: GEOMETRY.minBlockDimension,
    minScale: canScaleText
      ? Math.max(...subject.all.map(({ block }) => minDraggedTextScale(host, block)))
      : 0,
  });
  const scalesText = canScaleText && keepsAspect;
  const placements = new Map<string, Placement>();
  for (const { uuid, block, rotationDeg } of subject.all) {
    const box = boxes.get(uuid);
    if (!box) continue;
    const grown = resizeGrowing(host, block, { ...box, scale: scalesText ? scale.x : null });
    if (grown) {
      const { patch } = grown;
      placements.set(uuid, { ...withSize(box, rotationDeg, grown), ...(patch && { patch }) });
      continue;
    }
    const scaled = scalesText ? scaleText(host, block, scale.x) : null;
    const fixedWidth = endAutowidth(host, block);
    if (scaled) placements.set(uuid, { ...box, patch: withContent(scaled, fixedWidth) });
    else {
      const height = scalesText ? null : neededTextHeight(host, block, box.width);
      const patch = scalesText ? undefined : fixedWidth;
      const placed = height === null ? box : withHeight(box, rotationDeg, height);
      placements.set(uuid, { ...placed, ...(patch && { patch }) });
    }
  }
  return { box: bounds, placements };
}
