import {
  type ClipboardContent,
  type ClipboardProblem,
  type ParsedClipboard,
  parseClipboardText,
} from '../../clipboard/clipboardText.ts';
import { GEOMETRY } from '../../constants/geometry.ts';
import { boundsOfRotated, centerOf, unionBoxes } from '../../geometry/boxes.ts';
import { rotationOf } from '../../geometry/rotation.ts';
import { type Block, isSection } from '../../model/Block.ts';
import { CobbleError } from '../../model/CobbleError.ts';
import type { Box, Point } from '../../model/Position.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import { refuseOverCap } from '../blockCap.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { isStorablePosition, moveInto, withPosition } from '../blockPosition.ts';
import { topZIndices } from '../zOrder.ts';
import { cloneBlocks, cloneJitter, type Shift, shifted } from './cloneBlocks.ts';
import { keepPxSizes, mapPhonePosition } from './keepPxSizes.ts';
import { orderSections } from './orderSections.ts';

/**
 * Pastes blocks from clipboard HTML or text with new ids and unchanged sizes in px, and selects them.
 * On the page they were copied from, they are 32 px to the lower right, and 32 px further if there is
 * a paste already; on another page 8 to 64 px. With `at`, they are centred on a point in page
 * space. Sections are added after the last one.
 *
 * Refused with `clipboard_invalid` or `clipboard_newer_than_editor` (details: `message` and those
 * of `parseClipboardText`), and with `no_page` for blocks without a section on a page without one.
 */
export function pasteBlocks(
  state: EditorState,
  text: string,
  at?: Point,
): Result<readonly string[], EditorRefusal> {
  const parsed = parseText(state, text);
  if (!parsed.ok) return parsed;
  const { warnings, ...content } = parsed.value;
  for (const { path, message } of warnings) state.log('kit_cannot_read_block', { path, message });
  const overCap = refuseOverCap(state, content.blocks.length);
  if (overCap) return overCap;
  const source = keepPxSizes(content.blocks, content.referenceWidth / state.referenceWidth);
  const copiedIds = new Set(source.map((block) => block.uuid));
  const roots = source.filter(
    (block) => block.parentUuid === undefined || !copiedIds.has(block.parentUuid),
  );
  if (state.layout.sectionIds.length === 0 && roots.some((root) => !isSection(root))) {
    state.log('no_page');
    return refuse('no_page');
  }
  const { blocks, ids } = cloneBlocks(state, source);
  const shift = shiftOf(state, content, roots, at);
  const detached = new Set(
    roots.flatMap((root) => (isSection(root) ? [] : (ids.get(root.uuid) ?? []))),
  );
  for (const block of blocks) {
    const isDetached = detached.has(block.uuid);
    const placed = isDetached ? placeRoot(state, block, shift) : block;
    const locked = isDetached ? refuseLocked(state, [placed.parentUuid ?? '']) : null;
    if (locked) return locked;
    if (!isStorablePosition(placed.position))
      return refuse('clipboard_invalid', { path: '', message: 'is too far away' });
    state.store.put(placed);
  }
  const pasted = roots.flatMap((root) => ids.get(root.uuid) ?? []);
  const sections = new Set(pasted.filter((uuid) => !detached.has(uuid)));
  const before = state.layout.sectionIds.filter((uuid) => !sections.has(uuid));
  orderSections(state, [...before, ...sections]);
  state.selection.set(pasted);
  return ok(pasted);
}

function parseText(state: EditorState, text: string): Result<ParsedClipboard, ClipboardProblem> {
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
function placeRoot(state: EditorState, block: Block, { dx, dy }: Shift): Block {
  const box = boxOf(block);
  const moved: Box = { ...box, x: box.x + dx, y: box.y + dy };
  const section = state.layout.sectionAt(centerOf(moved).y) ?? state.layout.sectionIds.at(-1) ?? '';
  const [zIndex = GEOMETRY.medianZIndex] = topZIndices(state, section, 1);
  const placed = withPosition(moveInto(state, block, section, moved), { zIndex });
  return mapPhonePosition(placed, (position) => shifted(position, { dx, dy }));
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
    const middle = centerOf(bounds);
    return { dx: at.x - middle.x, dy: at.y - middle.y };
  }
  if (content.pageID !== state.store.fields.ID) return cloneJitter(state, GEOMETRY.cloneJitterPx);
  const step = GEOMETRY.pasteOffsetPx / state.referenceWidth;
  const [first] = roots;
  let steps = 1;
  if (first) while (steps < 100 && hasPasteAt(state, first, steps * step)) steps += 1;
  return { dx: steps * step, dy: steps * step };
}

/** Whether an earlier paste has exactly that offset. */
function hasPasteAt(state: EditorState, root: Block, shift: number): boolean {
  const { x, y } = root.position;
  const target = { x: x + shift, y: y + shift };
  return state.index
    .search({ x: target.x - 1e-4, y: target.y - 1e-4, width: 2e-4, height: 2e-4 })
    .some((uuid) => {
      const block = state.blocks.get(uuid);
      const box = state.layout.boxOf(uuid);
      return (
        block?.type === root.type &&
        box !== null &&
        Math.abs(box.x - target.x) < 1e-4 &&
        Math.abs(box.y - target.y) < 1e-4
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
