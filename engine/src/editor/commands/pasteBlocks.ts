import {
  type ClipboardContent,
  type ClipboardProblem,
  parseClipboardText,
} from '../../clipboard/clipboardText.ts';
import { GEOMETRY } from '../../constants/geometry.ts';
import { boundsOfRotated, centreOf, unionBoxes } from '../../geometry/boxes.ts';
import { rotationOf } from '../../geometry/rotation.ts';
import { type Block, isSection } from '../../model/Block.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import type { Box, Point } from '../../model/Position.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import { refuseOverCap } from '../blockCap.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { isPlaceable, moveInto, withPosition } from '../positions.ts';
import { zIndicesOnTop } from '../zOrder.ts';
import { cloneBlocks, cloneJitter, type Shift, shifted } from './cloneBlocks.ts';
import { keepPx, mapPhonePlace } from './keepPx.ts';
import { orderSections } from './orderSections.ts';

/**
 * Puts blocks from the clipboard's text on the page, selected, under fresh ids, with the sizes in px
 * that they had: 32 px to the lower right of where they were copied from, or further by as much
 * where a paste lies already; on another page by a jitter of 8 to 64 px; or with their middle `at`
 * a point of page space. Sections come after the last one. What is no valid copy is refused with
 * `clipboard_invalid`, what a newer editor has copied with `clipboard_newer_than_editor` (details:
 * `message`, and what `parseClipboardText` says). Blocks that lie in no section are refused with
 * `no_page` where the page has none.
 */
export function pasteBlocks(
  state: EditorState,
  text: string,
  at?: Point,
): Result<readonly string[], EditorRefusal> {
  const parsed = read(state, text);
  if (!parsed.ok) return parsed;
  const content = parsed.value;
  const overCap = refuseOverCap(state, content.blocks.length);
  if (overCap) return overCap;
  const kept = keepPx(content.blocks, content.referenceWidth / state.referenceWidth);
  const inside = new Set(kept.map((block) => block.uuid));
  const roots = kept.filter(
    (block) => block.parentUuid === undefined || !inside.has(block.parentUuid),
  );
  if (state.layout.sectionIds.length === 0 && roots.some((root) => !isSection(root))) {
    state.log('no_page');
    return refuse('no_page');
  }
  const { blocks, ids } = cloneBlocks(state, kept);
  const shift = shiftOf(state, content, roots, at);
  const loose = new Set(
    roots.flatMap((root) => (isSection(root) ? [] : (ids.get(root.uuid) ?? []))),
  );
  for (const block of blocks) {
    const isLoose = loose.has(block.uuid);
    const placed = isLoose ? landed(state, block, shift) : block;
    const locked = isLoose ? refuseLocked(state, [placed.parentUuid ?? '']) : null;
    if (locked) return locked;
    if (!isPlaceable(placed.position))
      return refuse('clipboard_invalid', { path: '', message: 'lies too far away' });
    state.store.put(placed);
  }
  const pasted = roots.flatMap((root) => ids.get(root.uuid) ?? []);
  const sections = new Set(pasted.filter((uuid) => !loose.has(uuid)));
  const before = state.layout.sectionIds.filter((uuid) => !sections.has(uuid));
  orderSections(state, [...before, ...sections]);
  state.selection.set(pasted);
  return ok(pasted);
}

function read(state: EditorState, text: string): Result<ClipboardContent, ClipboardProblem> {
  try {
    return ok(parseClipboardText(text, state.kits));
  } catch (error) {
    if (!(error instanceof CobbleError)) throw error;
    const { message, details } = error;
    return refuse(error.code as ClipboardProblem, { ...details, message });
  }
}

/**
 * A root with an offset, as a child of the section under its centre. Phone positions are kept
 * within the same section only; elsewhere they would be meaningless.
 */
function landed(state: EditorState, block: Block, { dx, dy }: Shift): Block {
  const box = boxOf(block);
  const moved: Box = { ...box, x: box.x + dx, y: box.y + dy };
  const section = state.layout.sectionAt(centreOf(moved).y) ?? state.layout.sectionIds.at(-1) ?? '';
  const [zIndex = GEOMETRY.medianZIndex] = zIndicesOnTop(state, section, 1);
  const placed = withPosition(moveInto(state, block, section, moved), { zIndex });
  return mapPhonePlace(placed, (place) => shifted(place, { dx, dy }));
}

function shiftOf(
  state: EditorState,
  content: ClipboardContent,
  roots: readonly Block[],
  at: Point | undefined,
): Shift {
  const boxes = roots.filter((root) => !isSection(root)).map(boundsOf);
  const bounds = unionBoxes(boxes);
  if (at && bounds) {
    const middle = centreOf(bounds);
    return { dx: at.x - middle.x, dy: at.y - middle.y };
  }
  if (content.pageID !== state.store.fields.ID) return cloneJitter(state, GEOMETRY.cloneJitterPx);
  const step = GEOMETRY.pasteOffsetPx / state.referenceWidth;
  const [first] = roots;
  let steps = 1;
  if (first) while (steps < 100 && isTaken(state, first, steps * step)) steps += 1;
  return { dx: steps * step, dy: steps * step };
}

/** Whether an earlier paste has exactly that offset. */
function isTaken(state: EditorState, root: Block, shift: number): boolean {
  const { x, y } = root.position;
  const near = { x: x + shift, y: y + shift };
  return state.index
    .search({ x: near.x - 1e-4, y: near.y - 1e-4, width: 2e-4, height: 2e-4 })
    .some((uuid) => {
      const block = state.blocks.get(uuid);
      const box = state.layout.boxOf(uuid);
      return (
        block?.type === root.type &&
        box !== null &&
        Math.abs(box.x - near.x) < 1e-4 &&
        Math.abs(box.y - near.y) < 1e-4
      );
    });
}

function boxOf(block: Block): Box {
  const { x, y, width, height } = block.position;
  return { x, y, width, height };
}

function boundsOf(block: Block): Box {
  return boundsOfRotated(boxOf(block), rotationOf(block));
}
