import { boundsOfRotated } from '../../geometry/boxes.ts';
import { rotationOf } from '../../geometry/rotation.ts';
import type { Block } from '../../model/Block.ts';
import type { Box } from '../../model/Position.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { Placement } from '../patches.ts';
import type { EditorRefusal } from '../EditorRefusal.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';
import { placeBlocks } from './placeBlocks.ts';

/** A block that a command moves. Boxes are in page space. */
export interface MovableBlock {
  readonly uuid: string;
  readonly block: Block;
  /** Unrotated. */
  readonly box: Box;
  /** The bounds of the rotated box. */
  readonly bounds: Box;
}

/**
 * Returns the blocks that an arranging command moves: without sections, and without descendants of
 * other given blocks. Refused if there are none, or if one of them or a descendant is locked.
 */
export function movableBlocks(
  state: EditorState,
  uuids: Iterable<string>,
): Result<readonly MovableBlock[], EditorRefusal> {
  const roots = state.layout
    .rootsOf(uuids)
    .filter((uuid) => state.blocks.get(uuid)?.parentUuid !== undefined);
  if (roots.length === 0) return refuse('nothing_selected');
  const locked = refuseLocked(state, roots, { deep: true });
  if (locked) return locked;
  return ok(
    roots.flatMap((uuid) => {
      const box = state.layout.boxOf(uuid);
      const block = state.blocks.get(uuid);
      if (!box || !block) return [];
      return { uuid, block, box, bounds: boundsOfRotated(box, rotationOf(block)) };
    }),
  );
}

/** Moves each block by its own offset, in fractions of the window's width. */
export function moveEach(
  state: EditorState,
  items: readonly MovableBlock[],
  shiftOf: (item: MovableBlock) => { dx: number; dy: number },
): Result<null, EditorRefusal> {
  const placements = new Map<string, Placement>();
  for (const item of items) {
    const { dx, dy } = shiftOf(item);
    placements.set(item.uuid, { x: item.box.x + dx, y: item.box.y + dy });
  }
  return placeBlocks(state, placements);
}
