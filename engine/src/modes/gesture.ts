import { GEOMETRY } from '../constants/geometry.ts';
import type { EditorMode } from '../editor/EditorMode.ts';
import type { EditorRefusal } from '../editor/EditorRefusal.ts';
import type { ParsedInput, PointerDown, PointerInput } from '../editor/InputEvent.ts';
import { refuseLocked } from '../editor/locks.ts';
import { boundsOfRotated, boxesIntersect, unionBoxes } from '../geometry/boxes.ts';
import { rotationOf } from '../geometry/rotation.ts';
import type { Block } from '../model/Block.ts';
import type { Box } from '../model/Position.ts';
import type { Result } from '../model/Result.ts';
import { createSnapTargets, type SnapTargets } from '../snapping/snapTargets.ts';
import {
  isOtherPointer,
  isSecondFinger,
  type ModeContext,
  type ModeState,
  screenPxPerUnit,
} from './ModeContext.ts';
import type { ModeHost } from './ModeHost.ts';
import { runHostKey } from './runHostKey.ts';

/** The parts that differ between gestures. */
export interface GestureParts {
  readonly mode: EditorMode;
  /**
   * Called when the pointer moves or a modifier key changes, and once more before `end`. A refusal
   * may cancel the gesture; see `cancelsGesture`.
   */
  readonly move: (event: PointerInput) => Result<unknown, EditorRefusal> | undefined;
  /** Called when the button is released, before the commit. */
  readonly end?: (event: PointerInput) => void;
  /** Called after the gesture was cancelled. */
  readonly cancelled?: () => void;
  /**
   * Called when a second finger has cancelled the gesture. Returns the next state; if null, touches
   * are ignored until all fingers are lifted.
   */
  readonly secondFinger?: (first: PointerInput, second: PointerDown) => ModeState | null;
}

/**
 * Whether a refusal cancels the gesture, because someone has locked a block. Invalid positions and
 * missing blocks do not: the blocks only stop moving.
 */
export function cancelsGesture(code: EditorRefusal): boolean {
  return code !== 'invalid_block' && code !== 'unknown_block';
}

const MODIFIERS = new Set(['Shift', 'Alt', 'Control', 'Meta', 'AltGraph']);

/**
 * A gesture. Releasing the button commits the in-progress edit, if the caller has begun one, as one
 * history entry; Escape, `pointercancel` and a second finger cancel it. Modifier keys apply at
 * once, without waiting for the pointer to move. Other pointers are ignored.
 */
export function createGesture(
  context: ModeContext,
  parts: GestureParts,
  first: PointerInput,
): ModeState {
  let last = first;
  const { host } = context;
  const cancel = (): void => {
    if (host.isInProgress) host.inProgress.cancel();
    context.enterIdle();
    parts.cancelled?.();
  };
  /** False if a refusal has cancelled the gesture. */
  const move = (event: PointerInput): boolean => {
    const moved = parts.move(event);
    if (!moved || moved.ok || !cancelsGesture(moved.code)) return true;
    cancel();
    host.refused.emit(moved.code);
    return false;
  };
  const handle = (event: ParsedInput): void => {
    if (isSecondFinger(event, first)) {
      cancel();
      context.enter(parts.secondFinger?.(last, event) ?? ignoringFingers(context));
      return;
    }
    if (isOtherPointer(event, first.pointerId)) return;
    switch (event.type) {
      case 'pointermove':
        last = event;
        move(event);
        break;
      case 'pointerup':
        if (!move(event)) break;
        parts.end?.(event);
        // A gesture that edits only in `end` has no edit in progress.
        if (host.isInProgress) host.inProgress.commit();
        context.enterIdle();
        break;
      case 'pointercancel':
        cancel();
        break;
      case 'keydown':
      case 'keyup':
        if (event.key === 'Escape') {
          if (event.type === 'keydown') cancel();
        } else if (MODIFIERS.has(event.key)) {
          last = { ...last, shift: event.shift, alt: event.alt, ctrl: event.ctrl };
          move(last);
        }
        break;
      default:
    }
  };
  return { mode: parts.mode, handle };
}

/** The state after a gesture with several fingers: ignores touches until all fingers are lifted. */
export function ignoringFingers(context: ModeContext): ModeState {
  return {
    mode: { name: 'layout' },
    offer: (key) => runHostKey(context, key),
    handle(event) {
      const isFinger = 'pointerType' in event && event.pointerType === 'touch';
      if (!isFinger && event.type !== 'pointercancel') context.handleIdle(event);
      else if (!context.hasFingers) context.enterIdle();
    },
  };
}

/** A block as it was when the gesture began, in page space. */
export interface SubjectItem {
  readonly uuid: string;
  readonly block: Block;
  readonly box: Box;
  readonly rotationDeg: number;
}

/** The blocks that a gesture moves. */
export interface GestureSubject {
  /** The selected blocks without descendants of other selected blocks. */
  readonly roots: readonly SubjectItem[];
  /** The roots and their descendants, parents first. */
  readonly all: readonly SubjectItem[];
  /** The box around the rotated corners of the roots. */
  readonly bounds: Box;
  /** The root, if there is only one and it is not a group. */
  readonly single: SubjectItem | null;
}

/** The selection as the subject of a gesture; null if nothing is selected. */
export function subjectOf(host: ModeHost): GestureSubject | null {
  const roots: SubjectItem[] = [];
  const all: SubjectItem[] = [];
  for (const uuid of host.layout.rootsOf(host.selection.ids))
    host.layout.withDescendants([uuid]).forEach((block, index) => {
      const box = host.layout.boxOf(block.uuid);
      if (!box) return;
      const item = { uuid: block.uuid, block, box, rotationDeg: rotationOf(block) };
      all.push(item);
      if (index === 0) roots.push(item);
    });
  const bounds = unionBoxes(roots.map((item) => boundsOfRotated(item.box, item.rotationDeg)));
  if (!bounds) return null;
  const only = roots.length === 1 ? roots[0] : undefined;
  const isGroup = only && host.definitionOf(only.block)?.capabilities.containsBlocks;
  return { roots, all, bounds, single: only && !isGroup ? only : null };
}

/**
 * The subject with the content and styles that its blocks have without the gesture, which others may
 * have edited since it began. Call it before scaling: scaling the content that the gesture began with
 * would undo their edits.
 */
export function withEditsOfOthers({ store }: ModeHost, subject: GestureSubject): GestureSubject {
  const isCurrent = subject.all.every(({ uuid, block }) => {
    const base = store.baseOf(uuid);
    return !base || (base.content === block.content && base.styles === block.styles);
  });
  if (isCurrent) return subject;
  const refreshed = (item: SubjectItem): SubjectItem => {
    const { content, styles } = store.baseOf(item.uuid) ?? item.block;
    return { ...item, block: { ...item.block, content, styles } };
  };
  return {
    ...subject,
    roots: subject.roots.map(refreshed),
    all: subject.all.map(refreshed),
    single: subject.single && refreshed(subject.single),
  };
}

/** The subject of a gesture, or null if nothing is selected or it is locked, which is reported. */
export function unlockedSubjectOf(host: ModeHost): GestureSubject | null {
  const locked = refuseLocked(host, [...host.selection.ids], { deep: true });
  if (locked) host.refused.emit(locked.code);
  return locked ? null : subjectOf(host);
}

/** Blocks snap to others at most this far away, in fractions of the window's width. */
const REACH = 1;

/** The snap distance at the pointer's zoom, in page space. */
export function snapTolerance(event: PointerInput): number {
  return GEOMETRY.snapTolerancePx / screenPxPerUnit(event);
}

/**
 * Returns a function that computes the snap targets near a box. They are cached until the box has
 * moved by half of `REACH`.
 *
 * @param moving ids of the moving blocks, which do not snap to each other
 */
export function createSnapScene(
  host: ModeHost,
  moving: ReadonlySet<string>,
): (around: Box) => SnapTargets {
  let cached: { targets: SnapTargets; near: Box } | null = null;
  const grow = (box: Box, by: number): Box => ({
    x: box.x - by,
    y: box.y - by,
    width: box.width + 2 * by,
    height: box.height + 2 * by,
  });
  return (around) => {
    if (cached && boxesIntersect(cached.near, { x: around.x, y: around.y, width: 0, height: 0 }))
      return cached.targets;
    const blocks: Box[] = [];
    for (const uuid of host.index.search(grow(around, REACH))) {
      const bounds = moving.has(uuid) ? null : host.index.boundsOf(uuid);
      if (bounds && host.blocks.get(uuid)?.parentUuid !== undefined) blocks.push(bounds);
    }
    const sections = host.layout.sectionIds.flatMap((uuid) => host.layout.boxOf(uuid) ?? []);
    const last = sections.at(-1);
    const targets = createSnapTargets({
      blocks,
      sections,
      pageHeight: last ? last.y + last.height : 0,
    });
    cached = {
      targets,
      near: grow({ x: around.x, y: around.y, width: 0, height: 0 }, REACH / 2),
    };
    return targets;
  };
}
