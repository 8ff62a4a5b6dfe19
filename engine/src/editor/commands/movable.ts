import { boundsOfRotated } from '../../geometry/boxes.ts';
import { rotationOf } from '../../geometry/rotation.ts';
import type { Block } from '../../model/Block.ts';
import type { Box } from '../../model/Position.ts';
import { ok, refuse, type Result } from '../../model/Result.ts';
import type { EditorRefusal } from '../Editor.ts';
import type { EditorState } from '../EditorState.ts';
import { refuseLocked } from '../locks.ts';

/** A block that a command moves; page space. */
export interface MovableItem {
  readonly uuid: string;
  readonly block: Block;
  /** Unrotated. */
  readonly box: Box;
  /** Of its turned corners. */
  readonly bounds: Box;
}

/**
 * What a command that moves blocks acts on: those that none of the others holds, without sections.
 * Refused where there are none, or where one of them, or what it holds, is locked.
 */
export function movable(
  state: EditorState,
  uuids: Iterable<string>,
): Result<readonly MovableItem[], EditorRefusal> {
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
